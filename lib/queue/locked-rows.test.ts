import { beforeEach, expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { claim } from "./claim";

const { sql } = await freshDatabase();
const make = makers(sql);

beforeEach(async () => {
  await sql`truncate queue, rate_limits, receivers`;
});

test("a row that another transaction holds costs no probe", async () => {
  const { id } = await hookWithRows(1);
  await sql`
    insert into receivers (webhook_id, open_until, cooldown_seconds)
    values (${id}, now() - interval '1 second', 30)`;

  await whileHeld(1, async () =>
    expect((await claim(sql, { lane: 1, limit: 9 })).claimed).toEqual([]),
  );

  expect((await claim(sql, { lane: 1, limit: 9 })).claimed).toMatchObject([{ phase: "probing" }]);
});

test("a row that another transaction holds doubles no allowance", async () => {
  const { id } = await hookWithRows(1);
  await sql`
    insert into receivers (webhook_id, open_until, cooldown_seconds, allowance)
    values (${id}, now() - interval '1 second', 30, 32)`;

  await whileHeld(1, () => claim(sql, { lane: 1, limit: 9 }));

  expect(await sql`select allowance, cooldown_seconds from receivers`).toEqual([
    { allowance: 32, cooldownSeconds: 30 },
  ]);
});

test("rows that another transaction holds cost no rate", async () => {
  const { id } = await hookWithRows(3);
  await sql`update webhooks set rate_per_second = 20 where id = ${id}`;
  await sql`update rate_limits set spent_until = now() - interval '1 hour'`;
  const inFlight = [{ webhookId: id, leased: 0, inLane: 0, remaining: null, responds: true }];
  const claimed = async () => (await claim(sql, { lane: 1, limit: 40, inFlight })).claimed.length;

  await whileHeld(1, async () => expect(await claimed()).toBe(1));

  const [rate] = await sql`
    select round(20 * extract(epoch from spent_until - (select min(due_at) from queue where leased)
      + interval '16 seconds' + interval '100 ms'))::int as requests from rate_limits`;
  expect(rate).toEqual({ requests: 1 });
});

/** A webhook with rows in lane 1, the first of which has been due longest. */
async function hookWithRows(count: number) {
  const hook = await make.webhook();
  for (let n = 0; n < count; n++)
    await make.delivery(hook, { dueAt: new Date(Date.now() - 60_000 + n) });
  await sql`update queue set lane = 1`;
  return hook;
}

/** Runs `work` while another transaction holds the rows that have been due longest. */
async function whileHeld(count: number, work: () => Promise<unknown>): Promise<void> {
  await sql.begin(async (other) => {
    await other`select from queue order by due_at limit ${count} for update`;
    await work();
  });
}
