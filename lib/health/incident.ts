import { type SQL, sql } from "drizzle-orm";
import { queue } from "@/db/schema/deliveries";
import { isRetrying } from "@/lib/queue/is-retrying";
import { type Choice, counted } from "@/lib/tallies/counted";
import { isFailing } from "./failing";

/** Minimum failed attempts with one cause within the last ten minutes for an incident of a webhook that also delivers. */
export const failuresOfIncident = 5;
const within = sql`(date_trunc('minute', now()) - interval '9 minutes')`;

/** SQL for the causes with so many failures, by webhook: for `hasIncident`, as a table expression named `recent`. */
export function recentFailures({ accountId, webhooks }: Pick<Choice, "accountId" | "webhooks">) {
  return sql`
    select webhook_id, cause, min(at) as first, sum(n) filter (where result = 'failed') > 0 as lost
    from (${counted({ grain: 1, from: within, accountId, webhooks })}) t where cause is not null
    group by 1, 2 having sum(n) >= ${failuresOfIncident}`;
}

/**
 * SQL that is true while a webhook has an incident: it fails, it was paused automatically, or it delivers and failed often
 * in the last ten minutes, unless it recovered: nothing failed for good and nothing waits for a retry. The single rule for
 * the incidents of the overview and for `incident` of a webhook's health.
 *
 * @param w alias of the row of `webhooks`
 * @param r alias of the row of `receivers`
 */
export function hasIncident(w: SQL, r: SQL): SQL<boolean> {
  return sql<boolean>`(coalesce(${w}.pause_reason, '') <> 'person' and (${w}.paused_at is not null or ${isFailing(r)}
    or ${w}.id in (select webhook_id from recent where lost or ${hasRetrying})))`;
}

/** SQL that is true while a delivery of the webhook in `recent` waits for a retry. */
const hasRetrying = sql`exists (
  select from ${queue} q where q.webhook_id = recent.webhook_id and ${isRetrying(sql`q`)})`;
