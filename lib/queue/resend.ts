import { and, eq, inArray, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { deliveries, queue } from "@/db/schema/deliveries";
import { webhooks } from "@/db/schema/webhooks";

/**
 * Puts a delivery at the head of the queue for one more attempt. A schedule that was under way goes on
 * afterwards where it was. Answers with the reason when that cannot be, null when it is done.
 */
export async function resend(db: Queries, deliveryId: string): Promise<string | null> {
  return db.transaction(async (tx) => {
    // Whoever records right now is waited for; the next statement then sees what became of it.
    const held = await tx
      .select({ leased: queue.leased })
      .from(queue)
      .where(eq(queue.deliveryId, deliveryId))
      .for("update");
    if (held.some(({ leased }) => leased))
      return "A request is being sent right now; wait for its result.";

    const queued = await tx.execute(once(deliveryId));
    if (queued.length === 0) return "The webhook was deleted, so there is nowhere to send it.";

    await tx
      .update(deliveries)
      .set({ status: "pending", finishedAt: null })
      .where(
        and(eq(deliveries.id, deliveryId), inArray(deliveries.status, ["failed", "cancelled"])),
      );
    return null;
  });
}

function once(deliveryId: string) {
  return sql`
    insert into ${queue} (delivery_id, event_id, webhook_id, attempt, trigger, due_at)
    select d.id, d.event_id, d.webhook_id, d.attempts, 'resend', now()
    from ${deliveries} d join ${webhooks} w on w.id = d.webhook_id
    where d.id = ${deliveryId}::uuid
    on conflict (delivery_id) do update set
      trigger = 'resend', due_at = now(), lane = 0,
      resume_at = case when queue.trigger in ('event', 'replay') then queue.due_at else queue.resume_at end
    where not queue.leased
    returning delivery_id`;
}
