import { and, count, eq, gte, sql } from "drizzle-orm";
import { eventNames } from "@/db/enums";
import { events } from "@/db/schema/events";
import { webhooks } from "@/db/schema/webhooks";
import { type Context, owned } from "@/lib/context";
import { madeFrom, subscribed } from "@/lib/sql";
import type { ActivityFilter } from "./contract";

const dayMs = 86_400_000;

/** Returns for each event type the events of the last day and the webhooks subscribed. */
export async function eventActivity(ctx: Context, { account }: ActivityFilter) {
  const since = new Date(Date.now() - dayMs);
  // In turn: an account holds one connection of those that all accounts share.
  const published = await publishedSince(ctx, since, account);
  const subscribers = await subscribersOf(ctx, account);
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
        account ? eq(events.accountId, account) : undefined,
        eq(events.test, false),
        gte(events.createdAt, since),
        madeFrom(events.id, since),
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
      and(
        owned(ctx, webhooks.accountId),
        account ? eq(webhooks.accountId, account) : undefined,
        subscribed,
      ),
    )
    .groupBy(name);
  return new Map(rows.map((row) => [row.name, row.subscribers]));
}
