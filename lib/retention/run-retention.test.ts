import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { claim } from "@/lib/queue/claim";
import { expandFanOuts } from "@/lib/queue/fan-out";
import { freshDatabase } from "@/tests/database";
import { logDays } from "@/tests/log-days";
import { makers } from "@/tests/make";
import { runRetention } from "./run-retention";

const { sql, url } = await freshDatabase();
const { partition } = logDays(sql);
const make = makers(sql);
const keepDays = 30;
let webhook: Awaited<ReturnType<typeof make.webhook>>;

beforeAll(async () => {
  webhook = await make.webhook();
});
beforeEach(async () => {
  await sql`truncate deliveries, attempts, events, queue, fan_outs, idempotency_keys`;
});

describe("the days to come", () => {
  test("have their partitions a week ahead, made once by however many", async () => {
    const tables = ["deliveries", "attempts", "events"];
    const week = tables.map((table) =>
      Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((days) => partition(table, days))),
    );
    // Named before: days are added while midnight passes, and none is missing.
    const expected = (await Promise.all(week)).flat();
    await Promise.all([1, 2, 3].map(() => runRetention(url, keepDays)));
    await runRetention(url, keepDays);
    const rows = await sql`
      select inhrelid::regclass::text as name from pg_inherits
      where inhparent in (select t::regclass from unnest(${tables}::text[]) t)`;
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(expected));
  });

  test("take over what fell into the default, and every index is there", async () => {
    const day = await partition("deliveries", 3);
    await sql`drop table ${sql(day)}`;
    const id = await deliveryOf(-3);
    expect(await placeOf(id)).toBe("deliveries_default");
    await runRetention(url, keepDays);
    expect(await placeOf(id)).toBe(day);
    const indexes = (table: string) => sql`select from pg_indexes where tablename = ${table}`;
    expect(await indexes(day)).toHaveLength((await indexes("deliveries")).length);
  });

  test("are put off while others use the default, who never wait long", async () => {
    await sql`drop table ${sql(await partition("events", 5))}`;
    const reading = sql.begin(async (sql) => {
      await sql`select from events_default`;
      expect(await runRetention(url, keepDays)).toBe(false);
    });
    await reading;
    expect(await runRetention(url, keepDays)).toBe(true);
  });
});

describe("an old day", () => {
  test("goes with its deliveries, attempts and events", async () => {
    await makeDay(40);
    await deliveryOf(40);
    const young = await deliveryOf(20);
    await runRetention(url, keepDays);
    expect(await left()).toEqual({ deliveries: [young], attempts: 1, events: 1 });
    expect(
      await sql`select from pg_class where relname = ${await partition("events", -40)}`,
    ).toEqual([]);
  });

  test("leaves what is still to be delivered, until that is finished", async () => {
    await makeDay(40, { first: true });
    await deliveryOf(40);
    const waiting = [
      await deliveryOf(45, "pending", true),
      await deliveryOf(40, "delivered", true),
      await deliveryOf(40, "pending"),
    ];
    await runRetention(url, keepDays);
    expect(await left()).toEqual({ deliveries: waiting.toSorted(), attempts: 3, events: 3 });

    await sql`delete from queue`;
    await sql`update deliveries set status = 'delivered'`;
    await runRetention(url, keepDays);
    expect(await left()).toEqual({ deliveries: [], attempts: 0, events: 0 });
  });

  test("leaves the event of a delivery that is younger", async () => {
    await makeDay(40);
    const id = await deliveryOf(40);
    const again = await deliveryOf(1);
    await sql`
      update deliveries set event_id = (select event_id from deliveries where id = ${id}) where id = ${again}`;
    await runRetention(url, keepDays);
    expect(
      await sql`
      select from deliveries d join events e on e.id = d.event_id where d.id = ${again}`,
    ).toHaveLength(1);
  });

  test("leaves an event until its fan-out is finished, so that no delivery is lost", async () => {
    await makeDay(40);
    await sql`
      with event as (
        insert into events (id, account_id, name, data, subject, created_at)
        select id_at(at), ${webhook.accountId}, 'VIDEO_GENERATION_SUCCESS', '{"videoId":"old"}', 'old', at
        from (select now() - interval '40 days' as at) t returning *
      ), audience as (
        insert into audiences (id, account_id, webhook_ids)
        select id, account_id, array[${webhook.id}]::uuid[] from event
      )
      insert into fan_outs (event_id, account_id, event, audience_id, size)
      select id, account_id, name, id, 1 from event`;
    for (const _ of ["drops the partition", "looks through the default"])
      await runRetention(url, keepDays);
    await expandFanOuts(sql, 10);
    await runRetention(url, keepDays);
    const { claimed } = await claim(sql, { limit: 10 });
    expect(claimed).toMatchObject([{ data: '{"videoId":"old"}' }]);
  });

  test("of which too much waits stays, but for what is finished", async () => {
    await makeDay(40);
    await deliveryOf(40);
    await sql`
      with made as (
        insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger, created_at)
        select (left(id_at(at)::text, 24) || lpad(to_hex(n), 12, '0'))::uuid, ${webhook.accountId}, new_id(),
          ${webhook.id}, 'VIDEO_GENERATION_SUCCESS', '', 'event', at
        from generate_series(1, 10001) n, (select now() - interval '40 days' as at) t returning *
      )
      insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, due_at)
      select id, event_id, webhook_id, account_id, trigger, 'infinity' from made`;
    await runRetention(url, keepDays);
    const [counted] = await sql`
      select count(*)::int as waiting from ${sql(await partition("deliveries", -40))}`;
    expect(counted).toEqual({ waiting: 10_001 });
    expect(await sql`select from attempts`).toHaveLength(0);
  });
});

test("what is old in the default goes too, whatever its id", async () => {
  const odd = "f47ac10b-58cc-4372-a567-0e02b2c3d479";
  await sql`
    insert into events (id, account_id, name, data, subject, created_at)
    select id, ${webhook.accountId}, 'VIDEO_GENERATION_SUCCESS', '{}', '', at from (values
      (${odd}::uuid, now() - interval '40 days'),
      ('ffffffff-58cc-4372-a567-0e02b2c3d479', now())) as t(id, at)`;
  await runRetention(url, keepDays);
  expect((await sql`select id from events`).map(({ id }) => id)).toEqual([
    "ffffffff-58cc-4372-a567-0e02b2c3d479",
  ]);
});

test("where a webhook pointed goes with the last that was sent there", async () => {
  const hook = await make.webhook({ callbackUrl: "https://hooks.example/old" });
  await make.delivery(hook);
  await sql`update webhooks set callback_url = 'https://hooks.example/new' where id = ${hook.id}`;
  const kept = async () => {
    await runRetention(url, keepDays);
    const rows = await sql`select url from addresses where webhook_id = ${hook.id} order by url`;
    return rows.map(({ url }) => url.slice(-3));
  };
  expect(await kept()).toEqual(["new", "old"]);
  await sql`truncate deliveries, queue`;
  await make.delivery({ ...hook, callbackUrl: "https://hooks.example/new" });
  expect(await kept()).toEqual(["new"]);
  await sql`truncate deliveries, queue`;
  await sql`delete from webhooks where id = ${hook.id}`;
  expect(await kept()).toEqual([]);
});

test("idempotency keys go after a day", async () => {
  await sql`
    insert into idempotency_keys (scope, key, fingerprint, status, created_at)
    select '', n, '', 202, now() - n * interval '10 hours' from generate_series(1, 1500) n`;
  await runRetention(url, keepDays);
  expect(await sql`select from idempotency_keys`).toHaveLength(2);
});

test("a run that failed is shown as failed", async () => {
  await sql`alter table inbox_requests rename to elsewhere`;
  await expect(runRetention(url, keepDays)).rejects.toThrow("inbox_requests");
  await sql`alter table elsewhere rename to inbox_requests`;
  expect(await sql`select succeeded from chores where name = 'retention'`).toEqual([
    { succeeded: false },
  ]);
});

/** A partition for a day of the past; or up to its end, as the first there ever was. */
async function makeDay(daysAgo: number, { first = false } = {}): Promise<void> {
  for (const table of ["deliveries", "attempts", "events"]) {
    const today = await partition(table, 0);
    await sql.unsafe(`alter table ${table} detach partition ${today}`);
    const [at] = await sql`
      select id_at(day) as from, id_at(day + interval '1 day') as to, id_at(today) as today,
        id_at(today + interval '1 day') as tomorrow
      from (select date_trunc('day', now(), 'UTC') as today,
        date_trunc('day', now() - ${daysAgo} * interval '1 day', 'UTC') as day) t`;
    await sql.unsafe(`
      create table ${await partition(table, -daysAgo)} partition of ${table} for values from (${first ? "minvalue" : `'${at?.from}'`}) to ('${at?.to}');
      alter table ${table} attach partition ${today} for values from ('${at?.today}') to ('${at?.tomorrow}')`);
  }
}

/** A delivery with its event and one attempt, all of that time; negative is to come. */
async function deliveryOf(daysAgo: number, status = "delivered", queued = false): Promise<string> {
  const random = uuidv7().slice(-12);
  const [made] = await sql`
    with at as (
      select at, (left(id_at(at)::text, 24) || ${random})::uuid as id
      from (select now() - ${daysAgo} * interval '1 day' as at) t
    ), event as (
      insert into events (id, account_id, name, data, subject, created_at)
      select id, ${webhook.accountId}, 'VIDEO_GENERATION_SUCCESS', '{}', '', at from at
    ), attempt as (
      insert into attempts (delivery_id, number, trigger, started_at, duration_ms)
      select id, 1, 'event', at, 5 from at
    ), queued as (
      insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, due_at)
      select id, id, ${webhook.id}, ${webhook.accountId}, 'event', 'infinity' from at where ${queued}::bool
    )
    insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger, status, created_at)
    select id, ${webhook.accountId}, id, ${webhook.id}, 'VIDEO_GENERATION_SUCCESS', '', 'event',
      ${status}, at
    from at returning id`;
  return made?.id;
}

async function placeOf(id: string): Promise<string> {
  const [row] =
    await sql`select tableoid::regclass::text as place from deliveries where id = ${id}`;
  return row?.place;
}

async function left() {
  const deliveries = await sql`select id from deliveries order by id`;
  const [counted] = await sql`
    select (select count(*)::int from attempts) as attempts, (select count(*)::int from events) as events`;
  return { deliveries: deliveries.map(({ id }) => id), ...counted };
}
