import type { Sql } from "@/db/client";
import { announce } from "@/lib/changes/announce";

/** A webhook that failed for less long, or with fewer deliveries, may only have had an outage. */
const days = 5;
const deliveries = 20;

/**
 * Pauses webhooks of which nothing but failures is known for days, by the failures themselves: a worker that
 * stood still in between proves nothing. What waits for them is kept, and sent when someone resumes them.
 */
export async function autoPause(sql: Sql): Promise<void> {
  const paused = await sql`
    update webhooks w set paused_at = now(), pause_reason = 'failing'
    from receivers r
    where r.webhook_id = w.id and w.paused_at is null and not w.one_shot
      and r.failed_at - r.failing_since >= ${days} * interval '1 day'
      and r.failed_deliveries >= ${deliveries}
    returning w.id`;
  for (const { id } of paused) announce(sql, { kind: "webhooks", webhook: id, id });
}
