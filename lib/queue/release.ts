import type { Sql } from "@/db/client";
import type { LeasedDelivery } from "./leased-delivery";

/** Gives back leases whose request was never sent: due now, the attempt not counted. Returns how many leases still stood. */
export async function release(sql: Sql, unsent: LeasedDelivery[]): Promise<number> {
  if (unsent.length === 0) return 0;
  const rows = unsent.map(({ deliveryId, attempt }) => ({ delivery_id: deliveryId, attempt }));
  const released = await sql`
    update queue q set leased = false, due_at = now(), attempt = q.attempt - 1,
      step = q.step - (q.trigger in ('event', 'replay'))::int
    from jsonb_to_recordset(${sql.json(rows)}) as r(delivery_id uuid, attempt int)
    where q.delivery_id between r.delivery_id and r.delivery_id and q.attempt = r.attempt and q.leased`;
  return released.count;
}
