import { expect, test } from "vitest";
import { deleteWebhook } from "@/lib/webhooks/operations";
import { failure, success } from "@/tests/attempt-results";
import { machineContext } from "@/tests/context";
import { countWaiting, freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { claim } from "./claim";
import { completeDeliveries } from "./complete";
import type { LeasedDelivery } from "./leased-delivery";
import { type SentResult, sentResult } from "./result";

const { sql, db } = await freshDatabase();
const make = makers(sql);

type Ended = (claimed: LeasedDelivery) => SentResult;
const delivered: Ended = (claimed) => sentResult(claimed, success, { kind: "delivered" });
const gone: Ended = (claimed) =>
  sentResult(claimed, { ...failure, cause: "gone" }, { kind: "gone" });

/** Claims a delivery to a webhook. Another one waits for its time. */
async function claimOne(hook: Awaited<ReturnType<typeof make.webhook>>): Promise<LeasedDelivery> {
  await make.delivery(hook);
  await make.delivery(hook, { dueAt: new Date(Date.now() + 3_600_000) });
  const { claimed } = await claim(sql, { limit: 1 });
  return claimed[0]!;
}

/** Begins to delete a webhook. The deletion waits before its waiting deliveries are cancelled, as if there were a million. */
async function beginDeletion(webhookId: string) {
  const lock = await sql.reserve();
  await lock`begin`;
  await lock`select from queue where webhook_id = ${webhookId} and not leased for update`;
  const deleting = deleteWebhook(machineContext(db), webhookId);
  await eventually(async () => expect(await countWaiting(sql)).toBe(1));
  return async () => {
    await lock`commit`;
    lock.release();
    await deleting;
  };
}

test.each<[string, Ended]>([
  ["delivered", delivered],
  ["gone", gone],
])("a result (%s) of a webhook that is being deleted delays no other", async (_, ended) => {
  const [hook, other] = [await make.webhook(), await make.webhook()];
  const [claimed, beside] = [await claimOne(hook), await claimOne(other)];
  const finish = await beginDeletion(hook.id);
  const recorded = await completeDeliveries(sql, [ended(claimed), delivered(beside)]);
  expect(recorded).toBe(2);
  await finish();
  expect(await sql`select from queue where webhook_id = ${hook.id}`).toHaveLength(0);
  const rows = await sql`select status from deliveries where webhook_id = ${hook.id} order by id`;
  const own = ended === gone ? "failed" : "delivered";
  expect(rows).toEqual([{ status: own }, { status: "cancelled" }]);
});

test("a result that pauses its webhook waits for the row of the webhook before it locks that of the queue", async () => {
  const claimed = await claimOne(await make.webhook());
  const other = await sql.reserve();
  await other`begin`;
  await other`update webhooks set paused_at = now() where id = ${claimed.webhookId}`;
  const recording = completeDeliveries(sql, [gone(claimed)]);
  await eventually(async () => expect(await countWaiting(sql)).toBe(1));
  // It would be a deadlock otherwise.
  const queued = await other`
    select from queue where delivery_id = ${claimed.deliveryId} for update nowait`;
  expect(queued).toHaveLength(1);
  await other`commit`;
  other.release();
  expect(await recording).toBe(1);
});
