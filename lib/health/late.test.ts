import { expect, test } from "vitest";
import { connectDatabase } from "@/db/client";
import { waitingOf } from "@/lib/stats/waiting";
import { searchWebhooks } from "@/lib/webhook-search/operations";
import { machineContext } from "@/tests/context";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { nodesOf, recordPlans } from "@/tests/plans/record";
import { countStates } from "./count-states";
import { readHealth } from "./operations";

const { sql, db, url } = await freshDatabase();

/** A webhook with one delivery that has been due for five minutes, and that was always busy. */
async function lateWebhook() {
  const { webhook, delivery } = makers(sql);
  const late = await webhook({ maxConcurrency: 1 });
  const { id } = await delivery(late, { dueAt: new Date(Date.now() - 300_000) });
  await sql`
    insert into tally_times (grain, at, account_id, webhook_id, took, n)
    select 1, date_trunc('minute', now()) - n * interval '1 minute', ${late.accountId}, ${late.id}, ceil(ln(1000) / ln(1.1)), 60
    from generate_series(0, 5) n`;
  return { ...late, deliveryId: id };
}

test("deliveries that are sent again make a webhook late by every figure, though they are no backlog", async () => {
  const { id, accountId, deliveryId } = await lateWebhook();
  await sql`
    with replay as (
      insert into replays (id, account_id, choice, rate_per_second, fingerprint)
      values (new_id(), ${accountId}, '{}', 100, 'a') returning id
    ), item as (
      insert into replay_items (replay_id, delivery_id, state, status_before)
      select id, ${deliveryId}, 'queued', 'delivered' from replay
    ) update queue set trigger = 'replay', replay_id = replay.id from replay where delivery_id = ${deliveryId}`;
  const ctx = { ...machineContext(db), accountId };

  expect(await countStates(ctx)).toEqual([{ state: "late", n: 1 }]);
  expect(await waitingOf(ctx, { accountId })).toMatchObject({ late: 1, oldestSeconds: null });
  const late = { state: "late", lateBy: "concurrency", due: 1, backlog: 0 };
  expect(await readHealth(ctx, id)).toMatchObject(late);
  const found = await searchWebhooks(ctx, { status: ["late"], sort: "health", limit: 9 });
  expect(found.webhooks).toMatchObject([{ health: late }]);
});

test.skipIf(process.env.TEST_DATABASE_URL)(
  "the limits of a webhook are looked at once",
  async () => {
    const { accountId } = await lateWebhook();
    const recorded = await recordPlans(url);
    const through = connectDatabase(recorded.url, 1);
    const plans = await recorded.of(async () => {
      expect(await waitingOf({ db: through }, { accountId })).toMatchObject({ late: 1 });
    });
    const looks = plans
      .flatMap(nodesOf)
      .filter((node) => node["Relation Name"] === "tally_times")
      .map((node) => node["Actual Loops"]);
    expect(looks).toEqual([1]);
    await through.$client.end();
    recorded.close();
  },
);
