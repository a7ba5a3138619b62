import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Cause } from "@/db/enums";
import { deliveries, queue } from "@/db/schema/deliveries";
import { receivers, webhooks } from "@/db/schema/webhooks";
import { type Context, owned } from "@/lib/context";
import { subscribed } from "@/lib/subscribed";

const dayAgo = sql`(now() - interval '1 day')`;
const counted = sql`d.trigger in ('event', 'replay')`;
const troubled = sql`(d.status = 'failed' or (d.status = 'pending' and d.cause is not null))`;
/** By their ids, only the partitions of two days are read; an hour more for clocks that differ. */
const ofTheDay = sql`
  d.created_at > ${dayAgo} and d.id >= id_at(${dayAgo} - interval '1 hour') and ${counted}`;

/** A circuit that is open; one that lets some through is on its way to be closed. */
const restsUntil = sql<Date | null>`case
  when ${receivers.openUntil} > now() and ${receivers.allowance} = 0 then ${receivers.openUntil} end`;

/** Facts of the last day, per webhook; which state they amount to is `judge`'s to say. */
export function measured(ctx: Context, id?: string) {
  const one = id === undefined ? sql`true` : sql`webhook_id = ${id}::uuid`;
  const which =
    ctx.accountId === null ? one : sql`${one} and d.account_id = ${ctx.accountId}::uuid`;
  return ctx.db
    .with(ctx.db.$with("tally", {}).as(tally(which)))
    .select({
      webhookId: webhooks.id,
      pausedAt: webhooks.pausedAt,
      pauseReason: webhooks.pauseReason,
      delivered: sql<number>`coalesce(day.delivered, 0)`,
      failed: sql<number>`coalesce(day.failed, 0)`,
      retrying: sql<number>`coalesce(day.retrying, 0) + coalesce(waiting.retrying, 0)`,
      backlog: sql<number>`coalesce(waiting.backlog, 0)`,
      p95: sql<number | null>`took.p95`,
      hours: sql<HourTally[]>`coalesce(day.hours, '[]')`,
      dayAgo: sql<Date>`${dayAgo}`.mapWith(deliveries.createdAt),
      lastSuccessAt: sql<Date | null>`day.last_success`.mapWith(deliveries.createdAt),
      lastFailureAt: sql<Date | null>`day.last_failure`.mapWith(deliveries.createdAt),
      slowSince: receivers.slowSince,
      restsUntil: restsUntil.mapWith(receivers.openUntil),
      failingSince: failingSince.mapWith(deliveries.createdAt),
      cause: sql<Cause | null>`worst.cause`,
      statusCode: sql<number | null>`worst.status_code`,
    })
    .from(webhooks)
    .leftJoin(receivers, eq(receivers.webhookId, webhooks.id))
    .leftJoin(day, sql`day.webhook_id = ${webhooks.id}`)
    .leftJoin(took(which), sql`took.webhook_id = ${webhooks.id}`)
    .leftJoin(waiting(one), sql`waiting.webhook_id = ${webhooks.id}`)
    .leftJoin(worst, sql`true`)
    .where(
      and(
        owned(ctx, webhooks.accountId),
        subscribed,
        id === undefined ? undefined : eq(webhooks.id, id),
      ),
    );
}

/** Deliveries made in one hour of the day, which is counted from its beginning. */
export type HourTally = { hour: number; delivered: number; failed: number };

/** One pass over the day; what is asked of it afterwards is asked of a few rows. */
function tally(which: SQL) {
  return sql`
    select webhook_id, date_bin('1 hour', d.created_at, ${dayAgo}) as hour, d.status, d.cause,
      d.status_code, ${troubled} as troubled, count(*)::int as n,
      max(d.finished_at) as finished_at, max(d.created_at) as created_at
    from ${deliveries} d
    where ${which} and ${ofTheDay} and (d.status = 'delivered' or ${troubled})
    group by 1, 2, 3, 4, 5`;
}

const day = sql`(
  select webhook_id, sum(delivered)::int as delivered, sum(failed)::int as failed,
    sum(retrying)::int as retrying, max(last_success) as last_success, max(last_failure) as last_failure,
    json_agg(json_build_object('delivered', delivered, 'failed', failed,
      'hour', extract(epoch from hour - ${dayAgo})::int / 3600)) as hours
  from (
    select webhook_id, hour,
      coalesce(sum(n) filter (where status = 'delivered'), 0)::int as delivered,
      coalesce(sum(n) filter (where status = 'failed'), 0)::int as failed,
      sum(n) filter (where status = 'pending') as retrying,
      max(finished_at) filter (where status = 'delivered') as last_success,
      max(coalesce(finished_at, created_at)) filter (where troubled) as last_failure
    from tally group by webhook_id, hour
  ) hourly group by webhook_id
) day`;

/** The commonest cause of trouble, and what was mostly answered then. */
const worst = sql`lateral (
  select cause, status_code, sum(n) as n from tally
  where webhook_id = ${webhooks.id} and troubled
  group by cause, status_code
  order by sum(sum(n)) over (partition by cause) desc, sum(n) desc, status_code limit 1
) worst`;

/** How long the last attempts took, but for the slowest twentieth; without sorting them all. */
function took(which: SQL) {
  return sql`(
    select webhook_id, min(duration_ms) as p95 from (
      select webhook_id, duration_ms,
        sum(n) over (partition by webhook_id order by duration_ms) as upto,
        sum(n) over (partition by webhook_id) as total
      from (
        select webhook_id, d.duration_ms, count(*) as n from ${deliveries} d
        where ${which} and ${ofTheDay} and d.duration_ms is not null
        group by 1, 2
      ) durations
    ) ranked where upto >= 0.95 * total group by webhook_id
  ) took`;
}

/** What is not finished; and of it, what is older than the day and failed before. */
function waiting(one: SQL) {
  return sql`(
    select webhook_id, count(*)::int as backlog, (count(*) filter (
      where d.trigger in ('event', 'replay') and d.attempt > d.leased::int
        and d.delivery_id < id_at(${dayAgo})))::int as retrying
    from ${queue} d where ${one} group by webhook_id
  ) waiting`;
}

/**
 * The first troubled delivery after the last success: since when it fails; else as the workers saw it. Adding
 * nothing keeps the planner from walking through everybody's deliveries by time.
 */
const failingSince = sql<Date | null>`coalesce(case when worst.n > 0 then (
  select min(d.created_at + interval '0') from ${deliveries} d
  where d.webhook_id = ${webhooks.id} and ${ofTheDay} and ${troubled}
    and d.created_at > coalesce(day.last_success, ${dayAgo})
) end, case when day.last_success is null then ${receivers.failingSince} end)`;
