import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Cause } from "@/db/enums";
import { queue } from "@/db/schema/deliveries";
import { receivers, webhooks } from "@/db/schema/webhooks";
import { type Context, owned } from "@/lib/context";
import { isRetrying, isUnfinished } from "@/lib/queue/is-retrying";
import { isLate, lateBy, oldestDue } from "@/lib/queue/late";
import { queueRowsOf } from "@/lib/queue/rows-of-account";
import { subscribed } from "@/lib/sql";
import { type Choice, counted, durationsOf } from "@/lib/tallies/counted";
import { percentilesOf } from "@/lib/tallies/duration-classes";
import { isFailing } from "./failing";
import { hasIncident, recentFailures } from "./incident";

/**
 * Start of the 48 half hours that end with the current one. A subquery, so that Postgres evaluates it once and not for
 * each row.
 */
export const dayAgo = sql`(select date_bin('30 minutes', now(), 'epoch') - interval '23 hours 30 minutes')`;

/** End of the cool-down while the circuit is open. Null while it is half open or the webhook is paused: no probe is sent. */
const restsUntil = sql<Date | null>`case
  when ${receivers.openUntil} > now() and ${receivers.allowance} = 0 and ${webhooks.pausedAt} is null
  then ${receivers.openUntil} end`;

/**
 * Reads the figures of the last day, of these webhooks or of all; `classifyHealth` derives the state. Durations are read in a parallel query: each
 * half costs Postgres about the same.
 */
export async function measureHealth(ctx: Context, ids?: string[]) {
  const choice = {
    grain: 30 as const,
    from: dayAgo,
    accountId: ctx.accountId,
    webhooks: ids,
  };
  const [facts, p95s] = await Promise.all([factsOf(ctx, choice), p95sOf(ctx, choice)]);
  return facts.map((of) => ({ ...of, p95: p95s.get(of.webhookId) ?? null }));
}

async function p95sOf(ctx: Context, choice: Choice): Promise<Map<string, number | null>> {
  const rows = await ctx.db.execute<{ of: string; p95: number | null }>(
    percentilesOf(sql`select webhook_id as of, took, n from (${durationsOf(choice)}) t`),
  );
  return new Map(rows.map(({ of, p95 }) => [of, p95]));
}

function factsOf(ctx: Context, choice: Choice) {
  return ctx.db
    .with(
      ctx.db.$with("tally", {}).as(sql`${counted(choice)}`),
      ctx.db.$with("recent", {}).as(recentFailures(choice)),
    )
    .select({
      webhookId: webhooks.id,
      pausedAt: webhooks.pausedAt,
      pauseReason: webhooks.pauseReason,
      delivered: sql<number>`coalesce(day.delivered, 0)`,
      failed: sql<number>`coalesce(day.failed, 0)`,
      retrying: sql<number>`coalesce(waiting.retrying, 0)`,
      backlog: sql<number>`coalesce(waiting.backlog, 0)`,
      late: sql<number>`coalesce(waiting.late, 0)`,
      oldestDueAt: sql<Date | null>`waiting.oldest`.mapWith(webhooks.createdAt),
      dueSeconds: sql<number>`coalesce(extract(epoch from now() - waiting.oldest)::float8, 0)`,
      lateBy: lateBy(sql`waiting.oldest`),
      maxConcurrency: webhooks.maxConcurrency,
      ratePerSecond: webhooks.ratePerSecond,
      hours: sql<HourTally[]>`coalesce(day.hours, '[]')`,
      waitingHours: sql<HourWaiting[]>`coalesce(waiting.hours, '[]')`,
      dayAgo: sql<Date>`${dayAgo}`.mapWith(webhooks.createdAt),
      lastSuccessAt: sql<Date | null>`day.last_success`.mapWith(webhooks.createdAt),
      lastFailureAt: sql<Date | null>`day.last_failure`.mapWith(webhooks.createdAt),
      slowSince: receivers.slowSince,
      restsUntil: restsUntil.mapWith(receivers.openUntil),
      failingSince: receivers.failingSince,
      failing: sql<boolean>`${isFailing(sql`${receivers}`)}`,
      incident: sql<boolean>`coalesce(${hasIncident(sql`${webhooks}`, sql`${receivers}`)}, false)`,
      cause: sql<Cause | null>`worst.cause`,
      statusCode: sql<number | null>`worst.status_code`,
    })
    .from(webhooks)
    .leftJoin(receivers, eq(receivers.webhookId, webhooks.id))
    .leftJoin(day, sql`day.webhook_id = ${webhooks.id}`)
    .leftJoin(worst, sql`worst.webhook_id = ${webhooks.id}`)
    .leftJoin(waiting(choice), sql`waiting.webhook_id = ${webhooks.id}`)
    .where(
      and(
        owned(ctx, webhooks.accountId),
        subscribed,
        choice.webhooks && inArray(webhooks.id, [...choice.webhooks]),
      ),
    );
}

/** Results of one hour of the day, counted from its start. */
export type HourTally = { hour: number; delivered: number; failed: number; retrying: number };

/** Deliveries that wait for a retry, by the hour of the day in which they were created. */
export type HourWaiting = { hour: number; waiting: number };

const day = sql`(
  select webhook_id, sum(delivered)::int as delivered, sum(failed)::int as failed,
    max(last_success) as last_success, max(last_failure) as last_failure,
    json_agg(json_build_object(
      'delivered', delivered, 'failed', failed, 'retrying', retrying, 'hour', hour)) as hours
  from (
    select webhook_id, extract(epoch from at - ${dayAgo})::int / 3600 as hour,
      coalesce(sum(n) filter (where result = 'delivered'), 0)::int as delivered,
      coalesce(sum(n) filter (where result = 'failed'), 0)::int as failed,
      coalesce(sum(n) filter (where result = 'retrying'), 0)::int as retrying,
      max(last_at) filter (where result = 'delivered') as last_success,
      max(last_at) filter (where cause is not null) as last_failure
    from tally group by 1, 2
  ) hourly group by webhook_id
) day`;

/** The most frequent cause of failures, and the most frequent status code with it. */
const worst = sql`(
  select distinct on (webhook_id) webhook_id, cause, status_code
  from (
    select webhook_id, cause, status_code, sum(n) as n from tally
    where cause is not null group by 1, 2, 3 having sum(n) > 0
  ) t
  order by webhook_id, sum(n) over (partition by webhook_id, cause) desc, n desc, status_code
) worst`;

/** Starts of the hours but the first, as ids: an id below all of them is of the first hour, or of an earlier day. */
const hourStarts = sql`(
  select array_agg(id_at(${dayAgo} + hour * interval '1 hour') order by hour) from generate_series(1, 23) hour)`;

/**
 * Counts unfinished deliveries, those of them that failed before, also by hour, and all that are late: tests and repeats of delivered
 * ones have to wait for the limits of the webhook, too.
 */
function waiting({ accountId, webhooks: ids }: Choice): SQL {
  const rows = ids === undefined ? queueRowsOf(accountId) : sql`${queue}`;
  const which = ids === undefined ? sql`true` : sql`webhook_id in ${ids}`;
  return sql`(
    select webhook_id, sum(n)::int as backlog, sum(retrying)::int as retrying,
      sum(late)::int as late, min(oldest) as oldest,
      json_agg(json_build_object('hour', hour, 'waiting', retrying)) as hours
    from (
      select webhook_id, width_bucket(q.delivery_id, ${hourStarts}) as hour,
        count(*) filter (where ${isUnfinished(sql`q`)}) as n,
        count(*) filter (where ${isRetrying(sql`q`)}) as retrying,
        count(*) filter (where ${isLate("q")}) as late, ${oldestDue("q")} as oldest
      from ${rows} q where ${which} group by 1, 2
    ) hourly group by webhook_id
  ) waiting`;
}
