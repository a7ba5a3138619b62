import { type SQL, sql } from "drizzle-orm";
import { tallyEntries } from "@/db/schema/tallies";
import { tookOf } from "@/lib/tallies/duration-classes";
import { oneShotsWebhookId } from "@/lib/tallies/one-shots";

/**
 * SQL for `tallied`: counts the attempts in `recorded` in the same statement that records them. A resend counts only if it
 * ends its delivery, and a delivery counts as delivered once, however often it is sent again: so the delivered and the
 * failed ones are numbers of deliveries.
 */
export const recordTallies = `
    tallied as (
      insert into tally_entries
        (account_id, webhook_id, event, result, cause, status_code, n, times)
      select account_id, case when one_shot then '${oneShotsWebhookId}'::uuid else webhook_id end, event,
        case when cause is null then 'delivered' when given_up then 'failed' else 'retrying' end,
        cause, status_code, count(*) filter (where cause is not null or ended),
        array_agg(${tookOf("duration_ms")})
      from recorded where trigger in ('event', 'replay') or (trigger = 'resend' and ended)
      group by 1, 2, 3, 4, 5, 6
    )`;

/**
 * SQL for `corrected`: moves the last attempt of deliveries between the counters `failed` and `retrying`, when a replay or
 * a resend reopens them (`retrying`) or a replay is undone (`failed`). A resend counts only as failed: it ended nothing if its
 * delivery goes on.
 *
 * @param rows query for the attempts, with `ended_at`, the time at which they were counted, and `resent`, true for resends
 */
export function correctTallies(rows: SQL, as: "retrying" | "failed"): SQL {
  const failed = as === "failed" ? 1 : -1;
  return sql`
    corrected as (
      insert into ${tallyEntries} (at, account_id, webhook_id, event, result, cause, status_code, n)
      select ended_at, account_id, case when one_shot then ${oneShotsWebhookId}::uuid else webhook_id end, event,
        result, cause, status_code, change * count(*)
      from (${rows}) r, (values ('failed', ${failed}::int), ('retrying', ${-failed}::int)) as c(result, change)
      where cause is not null and ended_at is not null and (resent and result = 'retrying') is not true
      group by 1, 2, 3, 4, 5, 6, 7, change
    )`;
}

/** SQL that is true if this attempt of a delivery was a resend; null if the log does not have it. */
export function isResent(deliveryId: SQL, number: SQL): SQL {
  return sql`
    (select trigger = 'resend' from attempts where delivery_id = ${deliveryId} and number = ${number})`;
}
