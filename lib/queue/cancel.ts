import { sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { deliveries, queue } from "@/db/schema/deliveries";

/**
 * Cancels a pending delivery. Returns false while a worker holds it, or when it has already ended: a resend of it then stays.
 */
export async function cancel(db: Queries, deliveryId: string): Promise<boolean> {
  const cancelled = await db.execute(sql`
    with taken as (
      delete from ${queue} q using ${deliveries} d
      where q.delivery_id = ${deliveryId}::uuid and not q.leased and d.id = q.delivery_id and d.status = 'pending'
      returning q.delivery_id
    )
    update ${deliveries} d set status = 'cancelled', finished_at = now()
    from taken where d.id = taken.delivery_id
    returning d.id`);
  return cancelled.length > 0;
}

/**
 * Cancels all pending deliveries of a webhook that is being deleted, including those that a worker holds. These are last: their
 * rows are locked until the transaction ends, and the worker records their results together with those of other accounts.
 */
export async function cancelAll(db: Queries, webhookId: string): Promise<void> {
  for (const which of [sql`not leased`, sql`true`]) {
    await db.execute(sql`
      with taken as (
        delete from ${queue} where webhook_id = ${webhookId}::uuid and ${which} returning delivery_id
      )
      update ${deliveries} d set status = 'cancelled', finished_at = now()
      from taken where d.id = taken.delivery_id and d.status = 'pending'`);
  }
}
