/**
 * SQL for `stopped`: the webhooks of `rows` that stay paused until this statement commits, so that their deliveries can
 * be parked. Resuming a webhook waits for the lock and then finds the parked rows. A webhook that is being resumed at this
 * moment is locked already and left out. `skip locked` never waits, because queue rows are locked before.
 *
 * @param rows name of a CTE with `webhook_id`, `paused` and `scheduled`
 */
export const stopped = (rows: string): string => `
  stopped as materialized (
    select w.id from webhooks w
    where w.id in (select webhook_id from ${rows} where paused and scheduled) and w.paused_at is not null
    for share of w skip locked
  )`;

/** SQL predicate for one webhook: locks it as `stopped` does. False unless it stays paused. */
export const staysPaused = (webhookId: string): string => `
  coalesce((select true from webhooks p where p.id = ${webhookId} and p.paused_at is not null for share of p skip locked), false)`;
