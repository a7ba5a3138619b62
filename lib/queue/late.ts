import { type SQL, sql } from "drizzle-orm";
import { tallyTimes } from "@/db/schema/tallies";
import { workers } from "@/db/schema/upkeep";
import { receivers, webhooks } from "@/db/schema/webhooks";
import { msOfClass } from "@/lib/tallies/duration-classes";
import { hasTrueDueTime } from "./due-now";
import type { LateLimit } from "./late-limits";

/** Time after which a due delivery is late. */
export const lateAfterMs = 60_000;
/** `lateAfterMs` as SQL. */
export const lateAfter = sql.raw(`interval '${lateAfterMs} ms'`);
/** Time over which the use of a limit is measured, at most. */
const measuredFor = sql`interval '5 minutes'`;

/** SQL for the concurrent requests that a webhook may have: workers that send to all webhooks each count for themselves. */
const concurrency = sql`${webhooks.maxConcurrency} * greatest(1, (
  select count(*) from ${workers} where not sharded and beat_at > now() - interval '10 seconds'))`;

/**
 * SQL aggregate: due time of the oldest queue row that waits to be sent; null without one.
 *
 * @param q alias of the row of `queue`
 */
export function oldestDue(q: string): SQL<Date | null> {
  return sql`min(${sql.raw(q)}.due_at) filter (where ${isDue(q)})`;
}

/** SQL that is true for a queue row that is due and that no worker has leased. Sample data is in lane 3, which is never due. */
function isDue(q: string): SQL<boolean> {
  const row = sql.raw(q);
  return sql`(not ${row}.leased and ${row}.lane < 3 and ${row}.due_at <= now() and ${sql.raw(hasTrueDueTime(q))})`;
}

/** SQL that is true for a queue row that has been due for so long that it is late. */
export function isLate(q: string): SQL<boolean> {
  return sql`(${isDue(q)} and ${sql.raw(q)}.due_at < now() - ${lateAfter})`;
}

/**
 * SQL for what makes a webhook late, as `LateLimit`; null unless it is: a delivery has been due for more than a minute, neither
 * a pause nor the circuit holds it back, and since then the webhook has used at least half of its concurrent requests or of its
 * rate limit, by the durations and the number of the attempts that ended. So its deliveries wait for one another, and the queue is not to
 * blame. What a worker is still sending, or has not folded, does not count: hence half. Reads minutes of one webhook, and only of
 * those with an old delivery.
 *
 * The query joins `webhooks` and `receivers`.
 * @param oldest due time of the oldest delivery that waits, see `oldestDue`
 */
export function lateBy(oldest: SQL): SQL<LateLimit | null> {
  return sql`case when ${oldest} < now() - ${lateAfter} and ${webhooks.pausedAt} is null and ${receivers.openUntil} is null
    then (${limitUsedUp(oldest, sql`now()`)}) end`;
}

/**
 * SQL query for the limit that held back a delivery that was due at `due` and sent at `sent`, by the rule of `lateBy`; null if none did.
 * Attempts are counted by the minute, so whole minutes are measured, and of the current one as much as has passed.
 *
 * The query joins `webhooks`.
 */
export function limitUsedUp(due: SQL, sent: SQL): SQL {
  const half = (limit: SQL) => sql`${limit} * extract(epoch from ended - began) / 2`;
  return sql`
    select case
        when n >= ${half(sql`${webhooks.ratePerSecond}`)} then 'rate'
        when busy_ms / 1000 >= ${half(concurrency)} then 'concurrency' end
    from (select date_trunc('minute', greatest(${due}, ${sent} - ${measuredFor})) as began,
        least(now(), date_trunc('minute', ${sent}) + interval '1 minute') as ended) measured
      cross join lateral (
        select sum(n) as n, sum(n * ${sql.raw(msOfClass("took"))}) as busy_ms from ${tallyTimes}
        where webhook_id = ${webhooks.id} and grain = 1 and at >= began and at < ended
      ) used`;
}
