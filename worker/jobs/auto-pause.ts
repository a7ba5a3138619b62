import type { Sql } from "@/db/client";
import { announce } from "@/lib/changes/announce";

/** Shortest time between the first and the last failure, and fewest failed deliveries: less may be an outage. Not measured. */
const days = 5;
const deliveries = 20;
/** Webhooks paused by one run. Each takes 0.5 ms, most of it in triggers; 8,000 were locked for 4 s. */
const portion = 1000;

/**
 * Pauses webhooks that have only failed for days. The time counts from the first to the last failure. After a day without a
 * run nothing is paused for as many days: either nothing was sent for so long, or the clock of the database stepped forward,
 * and a webhook that has failed for a minute seems to have failed for all that time. Waiting deliveries are kept, and sent
 * when the webhook is resumed.
 */
export async function autoPause(sql: Sql): Promise<void> {
  // A webhook that is being changed or deleted is left to the next run, and delays no other.
  const paused = await sql`
    with begun as (
      insert into chores (name, took_ms, succeeded)
      select 'auto_pause_hold', 0, true from chores
      where name = 'auto_pause' and ran_at < now() - interval '1 day'
      on conflict (name) do update set ran_at = now()
      returning name
    ), ran as (
      insert into chores (name, took_ms, succeeded) values ('auto_pause', 0, true)
      on conflict (name) do update set ran_at = now() where chores.ran_at < now() - interval '1 minute'
    )
    update webhooks w set paused_at = now(), pause_reason = 'failing'
    from (
      select w.id from receivers r join webhooks w on w.id = r.webhook_id
      where w.paused_at is null and not w.one_shot
        and r.failed_at - r.failing_since >= ${days} * interval '1 day'
        and r.failed_deliveries >= ${deliveries}
        and not exists (select from begun)
        and not exists (
          select from chores
          where name = 'auto_pause_hold' and ran_at > now() - ${days} * interval '1 day'
        )
      limit ${portion} for no key update of w skip locked
    ) failing
    where failing.id = w.id
    returning w.id`;
  for (const { id } of paused) announce(sql, { kind: "webhooks", webhook: id, id });
}
