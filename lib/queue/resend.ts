import { eq, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { deliveries, queue } from "@/db/schema/deliveries";
import { webhooks } from "@/db/schema/webhooks";
import { dueNow } from "./due-now";
import { correctTallies, isResent } from "./tallies";

/** Refusal to resend or cancel a delivery that a worker holds. */
export const attemptInFlight = "An attempt is in flight; wait for its result.";

/**
 * Queues one more attempt of a delivery, due now. A retry schedule that it interrupts continues afterwards where it was.
 * Returns null when queued, otherwise the reason why not, which differs for a one-shot callback.
 */
export async function resend(
  db: Queries,
  deliveryId: string,
  { oneShot = false } = {},
): Promise<string | null> {
  return db.transaction(async (tx) => {
    if (await isLeased(tx, deliveryId)) return attemptInFlight;

    const queued = await tx.execute(enqueueResend(deliveryId));
    if (queued.length === 0) {
      // A resend that was requested at the same time may have queued and leased the row meanwhile.
      return (await isLeased(tx, deliveryId)) ? attemptInFlight : noTarget(oneShot);
    }
    await tx.execute(reopen(deliveryId));
    return null;
  });
}

function noTarget(oneShot: boolean): string {
  return oneShot
    ? "A one-shot callback can be resent for a few minutes only. Publish the event again with its callbackUrl."
    : "The webhook of this delivery was deleted. Create one with its URL, and publish the event again.";
}

/** Waits for a result that is being recorded; the next statement then sees the new state. */
async function isLeased(tx: Queries, deliveryId: string): Promise<boolean> {
  const locked = await tx
    .select({ leased: queue.leased })
    .from(queue)
    .where(eq(queue.deliveryId, deliveryId))
    .for("update");
  return locked.some(({ leased }) => leased);
}

/** Writes the row of a delivered delivery too, unchanged: retention that waits for the row deletes no new version. */
function reopen(deliveryId: string) {
  const failed = sql`
    select *, finished_at as ended_at, ${isResent(sql`ended.id`, sql`ended.attempts`)} as resent
    from ended where status = 'failed' and trigger <> 'test'`;
  return sql`
    with ended as materialized (
      select * from ${deliveries}
      where id = ${deliveryId}::uuid and status in ('failed', 'cancelled') for update
    ), ${correctTallies(failed, "retrying")}
    update ${deliveries} d set
      status = case when exists (select from ended) then 'pending' else d.status end,
      finished_at = case when exists (select from ended) then null else d.finished_at end
    where d.id = ${deliveryId}::uuid and d.status <> 'pending'`;
}

/**
 * Skips a webhook that is being deleted: the deletion would not see the new row. Locks the delivery, so that retention deletes it
 * before, or waits.
 */
function enqueueResend(deliveryId: string) {
  return sql`
    insert into ${queue} (delivery_id, event_id, webhook_id, account_id, attempt, trigger, due_at)
    select d.id, d.event_id, d.webhook_id, d.account_id, d.attempts, 'resend', ${sql.raw(dueNow)}
    from ${deliveries} d join ${webhooks} w on w.id = d.webhook_id
    where d.id = ${deliveryId}::uuid
    for key share of d
    for key share of w skip locked
    on conflict (delivery_id) do update set
      trigger = 'resend', due_at = ${sql.raw(dueNow)}, lane = 0,
      resume_at = case when queue.trigger in ('event', 'replay') then queue.due_at else queue.resume_at end
    where not queue.leased
    returning delivery_id`;
}
