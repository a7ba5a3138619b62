import { and, count, eq, gte, ne, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { eventNames } from "@/db/enums";
import { events } from "@/db/schema/events";
import { webhooks } from "@/db/schema/webhooks";
import { type Context, owned } from "@/lib/context";
import { sampleAccount } from "@/lib/sample/account";
import { subscribed } from "@/lib/sql";
import type { ActivityFilter } from "./contract";

const dayMs = 86_400_000;

/** Returns for each event type the events of the last day and the webhooks subscribed. */
export async function eventActivity(ctx: Context, { account }: ActivityFilter) {
  const since = new Date(Date.now() - dayMs);
  const [published, subscribers] = await Promise.all([
    publishedSince(ctx, since, account),
    subscribersOf(ctx, account),
  ]);
  return {
    since,
    eventTypes: eventNames.map((name) => ({
      name,
      published: published.get(name) ?? 0,
      subscribers: subscribers.get(name) ?? 0,
    })),
  };
}

async function publishedSince(ctx: Context, since: Date, account: string | undefined) {
  const rows = await ctx.db
    .select({ name: events.name, published: count() })
    .from(events)
    .where(
      and(
        owned(ctx, events.accountId),
        counted(ctx, events.accountId, account),
        eq(events.test, false),
        gte(events.createdAt, since),
        madeFrom(since),
      ),
    )
    .groupBy(events.name);
  return new Map<string, number>(rows.map(({ name, published }) => [name, published]));
}

async function subscribersOf(ctx: Context, account: string | undefined) {
  const name = sql<string>`unnest(${webhooks.events})`;
  const rows = await ctx.db
    .select({ name, subscribers: count() })
    .from(webhooks)
    .where(
      and(owned(ctx, webhooks.accountId), counted(ctx, webhooks.accountId, account), subscribed),
    )
    .groupBy(name);
  return new Map(rows.map((row) => [row.name, row.subscribers]));
}

/** Both figures count the same accounts. Nothing is published to sample data, so only its own account counts it. */
function counted({ accountId }: Context, column: PgColumn, account: string | undefined) {
  if (account) return eq(column, account);
  return accountId === null ? ne(column, sampleAccount.id) : undefined;
}

/** Adds the matching UUIDv7 range, so that the planner prunes partitions; one hour of slack covers clock skew. */
export function madeFrom(at: Date) {
  const hourBefore = new Date(Math.max(0, at.getTime() - 3_600_000));
  return sql`${events.id} >= id_at(${hourBefore.toISOString()}::timestamptz)`;
}
