import type { Sql } from "@/db/client";

/**
 * The queue's invariant: a pending delivery has a row in the queue, and the row is due at a finite time unless its
 * webhook is paused or being resumed. Returns the deliveries that break it, with the reason. Lane 3 holds sample data,
 * which no worker claims.
 */
export async function stuckDeliveries(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string; reason: string }[]>`
    select q.delivery_id as id, 'never due, though the webhook is not paused' as reason
    from queue q
    where q.lane < 3 and q.due_at = 'infinity'
      and not exists (select from webhooks w where w.id = q.webhook_id and w.paused_at is not null)
      and not exists (select from resumptions r where r.webhook_id = q.webhook_id)
    union all
    select d.id, 'pending, but not in the queue' from deliveries d
    where d.status = 'pending' and not exists (select from queue q where q.delivery_id = d.id)`;
  return rows.map(({ id, reason }) => `${id}: ${reason}`);
}
