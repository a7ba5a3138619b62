import type { Sql } from "@/db/client";

/**
 * Makes due what waits for a webhook that is paused no longer. Resuming does that itself; this finds what a
 * claim parked just as that happened.
 */
export async function freeParked(sql: Sql): Promise<void> {
  await sql`
    update queue q set due_at = now()
    where q.lane = 0 and q.due_at = 'infinity'
      and not exists (select from webhooks w where w.id = q.webhook_id and w.paused_at is not null)`;
}
