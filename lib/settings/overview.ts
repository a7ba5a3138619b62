import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { webhooks } from "@/db/schema/webhooks";
import { type Context, owned } from "@/lib/context";
import type { Parsed } from "@/lib/protocol/endpoint";
import { page } from "@/lib/protocol/paging";
import { after, anyOf, subscribed } from "@/lib/sql";
import type { settingsApi } from "./contract";
import { overviewLimit } from "./overview-limit";

/** Webhooks of an account with the same URL, byte for byte, newest first. One pass in place of a look-up for each. */
const sameAddress = sql`(
  partition by ${webhooks.accountId}, ${webhooks.callbackUrl} order by ${webhooks.createdAt} desc, ${webhooks.id} desc
  rows between unbounded preceding and unbounded following)`;
const newest = sql`first_value(${webhooks.id}) over ${sameAddress}`;

/** Newest other webhook of the account with the same URL. */
const twin = sql<string | null>`
  case when ${newest} = ${webhooks.id} then nth_value(${webhooks.id}, 2) over ${sameAddress} else ${newest} end`;

type OverviewQuery = Parsed<typeof settingsApi.list>["query"];

/** Returns a page of webhooks, newest first. */
export async function listSettings(ctx: Context, { account, limit, cursor }: OverviewQuery) {
  const all = overviews(ctx, account ? eq(webhooks.accountId, account) : undefined);
  const { items, nextCursor } = page(
    await ctx.db
      .select()
      .from(all)
      .where(after(cursor, all.createdAt, all.id))
      .orderBy(desc(all.createdAt), desc(all.id))
      .limit(limit + 1),
    limit,
  );
  return { items: items.map(toOverview), nextCursor };
}

/** Returns the overview of some webhooks, in any order. Sorts only the webhooks that have an address of these. */
export async function overviewsOf(ctx: Context, ids: string[]) {
  if (ids.length === 0) return [];
  const addresses = sql`select callback_url from ${webhooks} where ${anyOf(webhooks.id, ids)}`;
  const some = overviews(ctx, sql`${webhooks.callbackUrl} in (${addresses})`);
  return (await ctx.db.select().from(some).where(anyOf(some.id, ids))).map(toOverview);
}

/** The overview of all webhooks, or of those that meet a condition. Twins are found among all of these, not only those of a page. */
function overviews(ctx: Context, condition?: SQL) {
  return ctx.db
    .select({
      id: webhooks.id,
      createdAt: webhooks.createdAt,
      accountId: webhooks.accountId,
      label: webhooks.label,
      paused: sql<boolean>`${webhooks.pausedAt} is not null`.as("paused"),
      twin: twin.as("twin"),
    })
    .from(webhooks)
    .where(and(owned(ctx, webhooks.accountId), condition, subscribed))
    .as("overview");
}

function toOverview<Row extends { id: string }>({ id: webhookId, ...rest }: Row) {
  return { webhookId, ...rest };
}

/** Returns the newest webhooks. Pages show their labels, and the URL of all others. */
export async function listLabels(ctx: Context) {
  return (await listSettings(ctx, { limit: overviewLimit })).items;
}
