import type { Sql } from "@/db/client";
import { announce } from "@/lib/changes/announce";

/** Shortest time between the first and the last failure, and fewest failed deliveries: less may be an outage. Not measured. */
const days = 5;
const deliveries = 20;

/**
 * Pauses webhooks that have only failed for days. The time counts from the first to the last failure, so an installation
 * that stood still in between pauses no webhook. Waiting deliveries are kept, and sent when the webhook is resumed.
 */
export async function autoPause(sql: Sql): Promise<void> {
  // A webhook that is being changed or deleted is left to the next run, and delays no other.
  const paused = await sql`
    update webhooks w set paused_at = now(), pause_reason = 'failing'
    from (
      select w.id from receivers r join webhooks w on w.id = r.webhook_id
      where w.paused_at is null and not w.one_shot
        and r.failed_at - r.failing_since >= ${days} * interval '1 day'
        and r.failed_deliveries >= ${deliveries}
      for no key update of w skip locked
    ) failing
    where failing.id = w.id
    returning w.id`;
  for (const { id } of paused) announce(sql, { kind: "webhooks", webhook: id, id });
}
