import { sql as query } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { connectDatabase } from "@/db/client";
import type { Context } from "@/lib/context";
import { waitingOf } from "@/lib/stats/waiting";
import { searchWebhooks } from "@/lib/webhook-search/operations";
import { machineContext } from "@/tests/context";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { nodesOf, recordPlans } from "@/tests/plans/record";
import { countStates } from "./count-states";
import { readHealth } from "./operations";
import { statesOf } from "./states";

const { sql, db, url } = await freshDatabase();

type Use = { seconds?: number; untilMinutes?: number; grain?: 1 | 30 };

/** A webhook with one delivery that has been due for 15 minutes, and with attempts of so many seconds in each minute but the current one. */
async function waitingWebhook(use: Use = {}) {
  const { seconds = 60, untilMinutes = 1, grain = 1 } = use;
  const { webhook, delivery } = makers(sql);
  const waiting = await webhook({ maxConcurrency: 1 });
  const { id } = await delivery(waiting, { dueAt: new Date(Date.now() - 900_000) });
  await sql`
    insert into tally_times (grain, at, account_id, webhook_id, took, n)
    select ${grain}, date_trunc('minute', now()) - n * interval '1 minute', ${waiting.accountId}, ${waiting.id},
      ceil(ln(1000) / ln(1.1)), ${seconds}
    from generate_series(${untilMinutes}::int, 16) n`;
  return { ...waiting, deliveryId: id };
}

const countsOf = (accountId: string) => countStates({ ...machineContext(db), accountId });
const late = [{ state: "late", n: 1 }];
const notLate = [{ state: "no_traffic", n: 1 }];

test.each<[string, Use, typeof late]>([
  ["two thirds of its requests", { seconds: 40 }, late],
  ["a quarter of its requests", { seconds: 15 }, notLate],
  ["all of its requests until eight minutes ago", { untilMinutes: 8 }, notLate],
  ["all of its requests, counted by half hours only", { grain: 30 }, notLate],
])("a webhook that used %s", async (_, use, states) => {
  const { accountId } = await waitingWebhook(use);
  expect(await countsOf(accountId)).toEqual(states);
});

test("only running workers that send to all webhooks multiply the requests of one", async () => {
  const { accountId } = await waitingWebhook({ seconds: 80 });
  const worker = (sharded: boolean, beatAt: Date) => sql`
    insert into workers ${sql({ id: uuidv7(), host: "h", pid: 1, version: "1", sharded, beatAt })}`;
  const silent = new Date(Date.now() - 60_000);
  // Until the test ends.
  const running = new Date(Date.now() + 60_000);
  for (const each of [
    worker(false, running),
    worker(false, running),
    worker(true, running),
    worker(true, running),
    worker(false, silent),
    worker(false, silent),
  ])
    await each;
  expect(await countsOf(accountId)).toEqual(late);
  await worker(false, running);
  expect(await countsOf(accountId)).toEqual(notLate);
  await sql`delete from workers`;
});

test("sample data is never late", async () => {
  const { accountId } = await waitingWebhook();
  await sql`update queue set lane = 3 where account_id = ${accountId}`;
  expect(await countsOf(accountId)).toEqual(notLate);
});

test("deliveries that are sent again make a webhook late by every figure, though they are no backlog", async () => {
  const { id, accountId, deliveryId } = await waitingWebhook();
  await sql`
    with replay as (
      insert into replays (id, account_id, choice, rate_per_second, fingerprint)
      values (new_id(), ${accountId}, '{}', 100, 'a') returning id
    ), item as (
      insert into replay_items (replay_id, delivery_id, state, status_before)
      select id, ${deliveryId}, 'queued', 'delivered' from replay
    ) update queue set trigger = 'replay', replay_id = replay.id from replay where delivery_id = ${deliveryId}`;
  const ctx = { ...machineContext(db), accountId };

  expect(await countStates(ctx)).toEqual(late);
  expect(await waitingOf(ctx, { accountId })).toMatchObject({ late: 1, oldestSeconds: null });
  const shown = { state: "late", lateBy: "concurrency", backlog: 0 };
  expect(await readHealth(ctx, id)).toMatchObject(shown);
  const found = await searchWebhooks(ctx, { status: ["late"], sort: "health", limit: 9 });
  expect(found.webhooks).toMatchObject([{ health: shown }]);
});

test.skipIf(process.env.TEST_DATABASE_URL).each<[string, (ctx: Context) => Promise<unknown>]>([
  ["statistics", (ctx) => waitingOf(ctx, { accountId: ctx.accountId })],
  [
    "lists",
    ({ db, accountId }) =>
      db.execute(
        query`select state, since from (${statesOf({ accountId })}) states where state = 'late' or is_late`,
      ),
  ],
])("%s look at the limits of a webhook once", async (_, read) => {
  const { accountId } = await waitingWebhook();
  const recorded = await recordPlans(url);
  const through = connectDatabase(recorded.url, 1);
  const plans = await recorded.of(async () => {
    await read({ ...machineContext(through), accountId });
  });
  const looks = plans
    .flatMap(nodesOf)
    .filter((node) => node["Relation Name"] === "tally_times")
    .map((node) => node["Actual Loops"]);
  expect(looks).toEqual([1]);
  await through.$client.end();
  recorded.close();
});
