import { beforeAll, describe, expect, test } from "vitest";
import { sampleAccount } from "@/lib/accounts/sample-account";
import { queueFacts } from "@/lib/system/queue-facts";
import { machineContext } from "@/tests/context";
import { countWaiting, freshDatabase } from "@/tests/database";
import { eventually, eventuallyOrDone } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { clearSample } from "./clear";
import { fillSample } from "./fill";
import { addSampleData, readSampleData } from "./operations";
import { usual } from "./volume";

const { sql, url, db } = await freshDatabase();
const make = makers(sql);
const ctx = machineContext(db);
let before: string;
beforeAll(async () => {
  await make.delivery(await make.webhook());
  before = await everything();
  expect(await fillSample(url, usual)).toBe(true);
});

/** Returns every row of every table, except the database's own. */
async function everything(): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`;
  const counted = tables.map(
    ({ name }) => sql`
      select ${name}::text as table, count(*)::int, md5(string_agg(t::text, ',' order by t::text))
      from ${sql(name)} t`,
  );
  return JSON.stringify(await Promise.all(counted));
}

async function one(query: ReturnType<typeof sql>): Promise<Record<string, number>> {
  const [row] = await query;
  return { ...row };
}

describe("the sample data", () => {
  test("is two weeks of tens of thousands of deliveries, each as many attempts as it says", async () => {
    const seen = await one(sql`
      select count(*)::int as deliveries, sum(attempts)::int as attempts,
        (select count(*)::int from attempts) as logged,
        count(*) filter (where attempts <> (select count(*) from attempts a where a.delivery_id = d.id))::int as wrong,
        count(*) filter (where (status = 'pending') <> exists (select from queue q where q.delivery_id = d.id))::int as lost,
        extract(day from max(created_at) - min(created_at))::int as days
      from deliveries d where account_id = ${sampleAccount.id}`);
    expect(seen).toMatchObject({ wrong: 0, lost: 0, days: 13, logged: seen.attempts });
    expect(seen.deliveries).toBeGreaterThan(55_000);
    expect(seen.attempts).toBeGreaterThan(85_000);
  });

  test("waits in the queue as its deliveries say, though none of it is ever due", async () => {
    const { unfinished } = await one(sql`
      select count(*)::int as unfinished from deliveries where status = 'pending' and account_id = ${sampleAccount.id}`);
    const { ready, scheduled, held } = await queueFacts(db);
    expect({ ready, unfinished: scheduled + held }).toEqual({ ready: 1, unfinished });
  });

  test("has an outage of 41 minutes and the replay after it", async () => {
    const recovered = await one(sql`
      select count(*)::int, extract(epoch from max(created_at) - min(created_at))::int / 60 as minutes
      from deliveries d where status = 'delivered'
        and exists (select from attempts a where a.delivery_id = d.id and a.trigger = 'replay')`);
    expect(recovered).toEqual({ count: 1204, minutes: 40 });
    expect(await sql`select status, total, delivered from replays`).toEqual([
      { status: "completed", total: 1204, delivered: 1204 },
    ]);
  });

  test("has receivers that fail, rest and wait, a secret that is rotated, and three keys", async () => {
    expect(
      await sql`
        select cause, count(*) > 20 as many from deliveries
        where account_id = ${sampleAccount.id} and status in ('pending', 'failed') and cause in ('tls', 'http_5xx', 'connect')
        group by cause order by cause`,
    ).toEqual([
      { cause: "connect", many: true },
      { cause: "http_5xx", many: true },
      { cause: "tls", many: true },
    ]);
    expect(
      await one(sql`
        select (select count(*)::int from webhooks where account_id = a.id) as webhooks,
          (select count(distinct callback_url)::int from webhooks where account_id = a.id) as addresses,
          (select count(*)::int from webhooks where account_id = a.id and pause_reason = 'failing') as auto_paused,
          (select count(*)::int from webhook_secrets where valid_until > now()) as overlaps,
          (select count(*)::int from api_keys where account_id = a.id) as keys
        from accounts a where id = ${sampleAccount.id}`),
    ).toEqual({ webhooks: 12, addresses: 11, autoPaused: 1, overlaps: 1, keys: 3 });
  });

  test("is counted in the figures", async () => {
    const [counted, logged] = await Promise.all([
      one(
        sql`select sum(n)::int as n from tallies where grain = 30 and account_id = ${sampleAccount.id}`,
      ),
      one(sql`select count(*)::int as n from attempts`),
    ]);
    expect(counted).toEqual(logged);
  });

  test("lies in the partitions of its days", async () => {
    const days =
      await sql`select distinct tableoid from deliveries where account_id = ${sampleAccount.id}`;
    expect(days.length).toBeGreaterThan(13);
  });

  test("is not added twice", async () => {
    expect(await fillSample(url, usual)).toBe(false);
    expect(await sql`select from accounts where id = ${sampleAccount.id}`).toHaveLength(1);
  });

  test("is removed completely, and other data stays", async () => {
    expect(await clearSample(url)).toBe(true);
    expect(await everything()).toBe(before);
    expect(await clearSample(url)).toBe(false);
  });

  test("is removed after it was added, if that is under way", async () => {
    const other = await sql.reserve();
    await other`begin`;
    await other`lock table webhooks in exclusive mode`;
    const adding = fillSample(url, { days: 2, events: 100, bursts: [] });
    await eventually(async () => expect(await countWaiting(sql)).toBe(1));
    expect(await readSampleData(ctx)).toMatchObject({ adding: true, present: false });
    const removing = clearSample(url);
    await eventuallyOrDone(removing, async () => expect(await countWaiting(sql)).toBe(2));
    await other`commit`;
    other.release();
    expect(await Promise.all([adding, removing])).toEqual([true, true]);
    expect(await everything()).toBe(before);
  });

  test("is removed with what was published to it meanwhile", async () => {
    expect(await fillSample(url, { days: 2, events: 100, bursts: [] })).toBe(true);
    const other = await sql.reserve();
    await other`begin`;
    await other`lock table tallies in exclusive mode`;
    const removing = clearSample(url);
    await eventually(async () => expect(await countWaiting(sql)).toBe(1));
    const event = { event: "VIDEO_GENERATION_SUCCESS", data: "{}", subject: "" } as const;
    const [stored] = await ctx.queue.enqueue([{ ...event, accountId: sampleAccount.id }]);
    expect(stored?.deliveryIds.length).toBeGreaterThan(0);
    await other`commit`;
    other.release();
    expect(await removing).toBe(true);
    expect(await everything()).toBe(before);
  });

  test("is removed while one of its webhooks is being paused", async () => {
    expect(await fillSample(url, { days: 2, events: 100, bursts: [] })).toBe(true);
    const other = await sql.reserve();
    await other`begin`;
    const ofSample = sql`account_id = ${sampleAccount.id} and paused_at is null`;
    const [paused] =
      await other`select id from webhooks where ${ofSample} limit 1 for no key update`;
    const removing = clearSample(url);
    await eventually(async () => expect(await countWaiting(sql)).toBe(1));
    await other`update webhooks set paused_at = now(), pause_reason = 'person' where id = ${paused?.id}`;
    await other`commit`;
    other.release();
    expect(await removing).toBe(true);
    expect(await everything()).toBe(before);
  });

  test("is refused while another account has its name", async () => {
    await sql`insert into accounts (id, name) values (new_id(), ${sampleAccount.name})`;
    await expect(addSampleData(ctx, usual, url)).rejects.toMatchObject({
      code: 40900,
      message: expect.stringContaining("Rename it"),
    });
  });
});
