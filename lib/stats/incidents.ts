import { and, eq, inArray, sql } from "drizzle-orm";
import type { Cause } from "@/db/enums";
import { deliveries, queue } from "@/db/schema/deliveries";
import { receivers, webhooks } from "@/db/schema/webhooks";
import { type Context, owned } from "@/lib/context";
import { isFailing } from "@/lib/health/failing";
import { failuresOfIncident, hasIncident, recentFailures } from "@/lib/health/incident";
import { isUnfinished } from "@/lib/queue/is-retrying";
import {
  type IncidentDetails,
  incidentDetails,
  lastFailureOf,
  talliedFrom,
} from "./incident-details";
import type { StatsScope } from "./outcomes";

const shown = 20;

type Row = {
  webhookId: string;
  callbackUrl: string;
  label: string;
  kind: "failing" | "resting" | "degraded" | "auto_paused";
  cause: Cause | null;
  statusCode: number | null;
  count: number;
  failure: string | null;
  since: string;
  countedFrom: string;
  lastFailureAt: string | null;
  restsUntil: string | null;
  troubled: number;
} & IncidentDetails;

/**
 * Returns open incidents by webhook and cause, in the states of `classifyHealth` and in the order of the list: the worst
 * state first, then the longest; and how many webhooks have one. Leaves out webhooks paused by a person,
 * and those that recovered: they deliver again, and nothing waits for a retry.
 */
export async function incidentsOf(ctx: Context, scope: StatsScope) {
  const { accountId, webhooks: named } = scope;
  const theirs = accountId === null ? sql`true` : sql`w.account_id = ${accountId}::uuid`;
  const meant = named ? sql`w.id in ${named}` : sql`true`;
  const rows = await ctx.db.execute<Row>(sql`
    with recent as materialized (
      ${recentFailures(scope)}
    ), troubled as materialized (
      select w.id, w.callback_url, w.label, w.paused_at, r.failed_at, r.failure, r.failed_delivery_id,
        r.failed_attempt,
        case when w.paused_at is not null then 'auto_paused'
          when not ${isFailing(sql`r`)} then 'degraded'
          when r.open_until is not null then 'resting' else 'failing' end as kind,
        case when r.open_until > now() and w.paused_at is null then r.open_until end as rests_until,
        coalesce(r.failing_since, (select min(first) from recent where webhook_id = w.id),
          w.paused_at, now()) as since
      from ${webhooks} w left join ${receivers} r on r.webhook_id = w.id
      where not w.one_shot and ${theirs} and ${meant} and ${hasIncident(sql`w`, sql`r`)}
    ), listed as materialized (
      select t.*, cause, status_code, coalesce(n, 0)::int as count
      from troubled t left join lateral (${causesSince}) c on n >= ${failuresOfIncident} or place = 1
      order by ${inOrder}, n desc limit ${shown}
    ), counted as materialized (
      select t.*, least(since, ${firstWaiting}) as counted_from from listed t
    )
    select t.id as "webhookId", callback_url as "callbackUrl", label, kind, failure, cause, count,
      coalesce(paused_at, since) as since, counted_from as "countedFrom",
      failed_at as "lastFailureAt", rests_until as "restsUntil", t.status_code as "statusCode",
      (select count(*)::int from troubled) as troubled, ${incidentDetails}
    from counted t order by ${inOrder}, count desc`);
  return {
    troubled: rows[0]?.troubled ?? 0,
    incidents: rows.map(
      ({ troubled, since, countedFrom, lastFailureAt, restsUntil, ...incident }) => ({
        ...incident,
        lastFailure: lastFailureOf(incident),
        since: new Date(since),
        countedFrom: new Date(countedFrom),
        lastFailureAt: lastFailureAt === null ? null : new Date(lastFailureAt),
        restsUntil: restsUntil === null ? null : new Date(restsUntil),
      }),
    ),
  };
}

/** Counts the webhooks that `incidentsOf` leaves out because a person paused them. */
export async function countPausedByPerson(ctx: Context, scope: StatsScope): Promise<number> {
  const { accountId, webhooks: named } = scope;
  return ctx.db.$count(
    webhooks,
    and(
      owned(ctx, webhooks.accountId),
      eq(webhooks.pauseReason, "person"),
      accountId === null ? undefined : eq(webhooks.accountId, accountId),
      named && inArray(webhooks.id, [...named]),
    ),
  );
}

/** SQL for the order of the list of webhooks: by state, then by its start. */
const inOrder = sql`
  array_position(array['degraded', 'auto_paused'], t.kind) nulls first, coalesce(t.paused_at, t.since), t.id`;

/**
 * SQL for the time from which the figures of `t` count: while a webhook delivers nothing, all that waits for it is part of its
 * incident, also what waited before it was paused and resumed. Null if nothing waits.
 */
const firstWaiting = sql`case when t.kind <> 'degraded' then (
  select d.created_at from (
    select delivery_id from ${queue} q where q.webhook_id = t.id and ${isUnfinished(sql`q`)}
    order by delivery_id limit 1
  ) oldest join ${deliveries} d on d.id = oldest.delivery_id) end`;

/** Causes of failed attempts at `t` since its incident began, most frequent first. */
const causesSince = sql`
  select cause, sum(n) as n, (array_agg(status_code order by n desc, status_code))[1] as status_code,
    row_number() over (order by sum(n) desc) as place
  from (
    select cause, status_code, sum(n) as n from (${talliedFrom(sql`t.since`)}) tallied
    where cause is not null group by 1, 2 having sum(n) > 0
  ) coded group by cause`;
