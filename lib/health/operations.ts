import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Cause } from "@/db/enums";
import { deliveries } from "@/db/schema/deliveries";
import { receivers, webhooks } from "@/db/schema/webhooks";
import { type Context, owned } from "@/lib/context";
import { found } from "@/lib/protocol/problem";
import { subscribed } from "@/lib/subscribed";
import { judge } from "./judge";

export async function listHealth(ctx: Context) {
  return (await measured(ctx)).map(judge);
}

export async function readHealth(ctx: Context, webhookId: string) {
  return judge(found(await measured(ctx, eq(webhooks.id, webhookId))));
}

const counted = sql`d.trigger in ('event', 'replay')`;
const troubled = sql`(d.status = 'failed' or (d.status = 'pending' and d.cause is not null))`;

/** A circuit that is open; one that lets some through is on its way to be closed. */
const restsUntil = sql<Date | null>`case
  when ${receivers.openUntil} > now() and ${receivers.allowance} = 0 then ${receivers.openUntil} end`;

/** Facts of the last day, per webhook; which state they amount to is `judge`'s to say. */
function measured(ctx: Context, which?: SQL) {
  const day = sql`(
    select
      count(*) filter (where ${counted} and d.status = 'delivered')::int as delivered,
      count(*) filter (where ${counted} and d.status = 'failed')::int as failed,
      count(*) filter (where ${counted} and d.status = 'pending' and d.cause is not null)::int as retrying,
      count(*) filter (where d.status = 'pending')::int as backlog,
      max(d.finished_at) filter (where ${counted} and d.status = 'delivered') as last_success,
      max(coalesce(d.finished_at, d.created_at)) filter (where ${counted} and ${troubled}) as last_failure,
      mode() within group (order by d.cause) filter (where ${counted} and ${troubled}) as cause,
      mode() within group (order by d.status_code) filter (where ${counted} and ${troubled}) as status_code
    from ${deliveries} d
    where d.webhook_id = ${webhooks.id} and (d.created_at > now() - interval '1 day' or d.status = 'pending')
  )`;
  return ctx.db
    .select({
      webhookId: webhooks.id,
      pausedAt: webhooks.pausedAt,
      pauseReason: webhooks.pauseReason,
      delivered: sql<number>`day.delivered`,
      failed: sql<number>`day.failed`,
      retrying: sql<number>`day.retrying`,
      backlog: sql<number>`day.backlog`,
      lastSuccessAt: sql<Date | null>`day.last_success`.mapWith(deliveries.createdAt),
      lastFailureAt: sql<Date | null>`day.last_failure`.mapWith(deliveries.createdAt),
      slowSince: receivers.slowSince,
      restsUntil: restsUntil.mapWith(receivers.openUntil),
      failingSince: failingSince().mapWith(deliveries.createdAt),
      cause: sql<Cause | null>`day.cause`,
      statusCode: sql<number | null>`day.status_code`,
    })
    .from(webhooks)
    .leftJoin(receivers, eq(receivers.webhookId, webhooks.id))
    .innerJoin(sql`lateral ${day} day`, sql`true`)
    .where(and(owned(ctx, webhooks.accountId), subscribed, which));
}

/** The first troubled delivery after the last success: since when it fails. */
function failingSince() {
  return sql<Date | null>`(
    select min(d.created_at) from ${deliveries} d
    where d.webhook_id = ${webhooks.id} and ${counted} and ${troubled}
      and d.created_at > coalesce(day.last_success, now() - interval '1 day')
  )`;
}
