import { sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { deliveries, queue } from "@/db/schema/deliveries";

/** Takes a delivery out of the queue. False while a worker holds it, or when it has ended meanwhile. */
export async function cancel(db: Queries, deliveryId: string): Promise<boolean> {
  const cancelled = await db.execute(sql`
    with taken as (
      delete from ${queue} where delivery_id = ${deliveryId}::uuid and not leased
      returning delivery_id
    )
    update ${deliveries} d set status = 'cancelled', finished_at = now()
    from taken where d.id = taken.delivery_id and d.status = 'pending'
    returning d.id`);
  return cancelled.length > 0;
}

/** The same for all that waits for a webhook, held by a worker or not: there is nowhere to send it any more. */
export async function cancelAll(db: Queries, webhookId: string): Promise<void> {
  await db.execute(sql`
    with taken as (
      delete from ${queue} where webhook_id = ${webhookId}::uuid returning delivery_id
    )
    update ${deliveries} d set status = 'cancelled', finished_at = now()
    from taken where d.id = taken.delivery_id and d.status = 'pending'`);
}
