import { expect, test } from "vitest";
import { advisoryLocks } from "@/db/locks";
import { claim } from "@/lib/queue/claim";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { fold } from "./fold";
import { oneShotsWebhookId } from "./one-shots";
import { rebuild } from "./rebuild";

const { sql } = await freshDatabase();
const make = makers(sql);

test("tallies are counted anew after the fold that was under way", async () => {
  await make.delivery(await make.webhook());
  await claim(sql, { limit: 1 });
  // The attempt of the first lease is lost, logged and counted.
  await sql`update queue set due_at = now() - interval '1 second'`;
  await claim(sql, { limit: 1 });

  const other = await sql.reserve();
  await other`begin`;
  await other`lock table tally_entries in access exclusive mode`;
  const folding = fold(sql);
  await eventually(async () => expect(await tallyLocks()).toEqual([true]));
  const rebuilding = rebuild(sql);
  await eventually(async () => expect(await tallyLocks()).toEqual([false, true]));
  await other`commit`;
  other.release();
  await folding;
  await rebuilding;
  expect(await sql`select grain, result, n::int from tallies order by grain`).toEqual([
    { grain: 1, result: "retrying", n: 1 },
    { grain: 30, result: "retrying", n: 1 },
  ]);
});

test("tests that were resent are not counted anew, and one-shot callbacks name no webhook", async () => {
  const webhook = await make.webhook();
  const [tested, oneShot] = [
    await make.delivery(webhook, { trigger: "test", status: "delivered" }),
    await make.delivery(webhook, { status: "delivered" }),
  ];
  await sql`update deliveries set one_shot = true where id = ${oneShot.id}`;
  await sql`
    insert into attempts (delivery_id, number, trigger, started_at, duration_ms, status_code)
    values (${tested.id}, 1, 'resend', now(), 5, 200), (${oneShot.id}, 1, 'event', now(), 5, 200)`;

  await rebuild(sql, { accountId: webhook.accountId });

  expect(
    await sql`
      select webhook_id, n::int from tallies where grain = 30 and account_id = ${webhook.accountId}`,
  ).toEqual([{ webhookId: oneShotsWebhookId, n: 1 }]);
});

test("the latest attempt of a slot stays the latest, in whatever order attempts are folded", async () => {
  const { id, accountId } = await make.webhook();
  for (const seconds of [20, 10]) {
    await sql`
      insert into tally_entries (at, account_id, webhook_id, event, result, n)
      values ('2026-11-21T12:00:00Z'::timestamptz + ${seconds} * interval '1 second', ${accountId}, ${id},
        'VIDEO_GENERATION_SUCCESS', 'failed', 1)`;
    await fold(sql);
  }
  expect(await sql`select last_at from tallies where webhook_id = ${id} and grain = 30`).toEqual([
    { lastAt: new Date("2026-11-21T12:00:20Z") },
  ]);
});

/** Returns for each request of the lock of the tallies whether it is granted. */
async function tallyLocks(): Promise<boolean[]> {
  const locks = await sql`
    select granted from pg_locks
    where locktype = 'advisory' and objid = ${advisoryLocks.tallies}
      and database = (select oid from pg_database where datname = current_database())
    order by granted`;
  return locks.map(({ granted }) => granted);
}
