import { and, eq, type SQL, sql } from "drizzle-orm";
import { receivers, webhooks } from "@/db/schema/webhooks";
import { type Context, narrowedTo, owned } from "@/lib/context";
import { maskedUrl } from "@/lib/deliveries/search-filter";
import { healthOf } from "@/lib/health/health-of";
import { hasIncident, recentFailures } from "@/lib/health/incident";
import { statesOf } from "@/lib/health/states";
import { overviewsOf } from "@/lib/settings/overview";
import { anyOf } from "@/lib/sql";
import { splitWords } from "@/lib/words";
import type { WebhookSearchQuery } from "./contract";
import {
  type Order,
  type SearchOrder,
  type Sort,
  searchedLength,
  statesByRank,
} from "./vocabulary";

/** Returns the first webhooks that match, in the order asked for, and the number of all that match. */
export async function searchWebhooks(caller: Context, query: WebhookSearchQuery) {
  // What is counted is then read for one account only.
  const ctx = narrowedTo(caller, query.account);
  const found = await matching(ctx, query);
  const ids = found.map(({ id }) => id);
  // Two connections at once, as health takes by itself: what a read of an account may hold.
  const health = await healthOf(ctx, ids);
  const [rows, overviews] = await Promise.all([
    ctx.db
      .select()
      .from(webhooks)
      .where(and(anyOf(webhooks.id, ids), owned(ctx, webhooks.accountId))),
    overviewsOf(ctx, ids),
  ]);
  const webhookOf = new Map(rows.map((row) => [row.id, row]));
  const stateOf = new Map(health.map((row) => [row.webhookId, row]));
  const overviewOf = new Map(overviews.map((row) => [row.webhookId, row]));
  return {
    total: found[0]?.total ?? 0,
    // One that was deleted meanwhile is left out.
    webhooks: ids.flatMap((id) => {
      const [webhook, health, overview] = [webhookOf.get(id), stateOf.get(id), overviewOf.get(id)];
      return webhook && health && overview ? [{ webhook, health, overview }] : [];
    }),
  };
}

function matching(ctx: Context, query: WebhookSearchQuery) {
  return ctx.db.execute<{ id: string; total: number }>(sql`
    with recent as (${recentFailures(ctx)})
    select ${webhooks.id}, count(*) over ()::int as total
    from (${statesOf(ctx)}) health
      join ${webhooks} on ${webhooks.id} = health.webhook_id
      left join ${receivers} on ${receivers.webhookId} = health.webhook_id
    where ${conditionOf(ctx, query) ?? sql`true`}
    order by ${orderOf(query.sort, query.q)}
    limit ${query.limit}`);
}

function conditionOf(ctx: Context, query: WebhookSearchQuery): SQL | undefined {
  const { q, status, event, account } = query;
  return and(
    // Only these have health. Said again, because the planner would search the texts of all accounts.
    owned(ctx, webhooks.accountId),
    account ? eq(webhooks.accountId, account) : undefined,
    event?.length ? sql`${webhooks.events} && ${sql.param(event)}::text[]` : undefined,
    q ? hasWords(shownText, q) : undefined,
    status?.length
      ? sql`(health.state = any(${sql.param(status)}::text[])
          or ${status.includes("late")} and health.is_late
          or ${status.includes("incident")} and ${hasIncident(sql`${webhooks}`, sql`${receivers}`)})`
      : undefined,
  );
}

/** The URL is searched as screens show it, so that a search cannot reveal a masked token letter by letter. */
const shownText = sql`${maskedUrl(webhooks.callbackUrl)} || ' ' || ${webhooks.id} || ' ' || ${webhooks.label}`;

/**
 * SQL that is true if the text has every word of a search. `like all` computes the text once, and the subquery the patterns once. Without
 * `coalesce` the planner expects a handful of webhooks, and compares each one with the statistics of all. `like` may compare each
 * character of the text with each one searched for, so few of these count.
 */
function hasWords(text: SQL, q: string): SQL {
  const words = new Set(wordsOf(q));
  const patterns = [...words].map((word) => `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`);
  return sql`coalesce(lower(${text}) like all(array(
    select lower(pattern) from unnest(${sql.param(patterns)}::text[]) pattern)), false)`;
}

function wordsOf(q: string): string[] {
  return splitWords(q.slice(0, searchedLength));
}

const keys: Record<Sort, SQL[]> = {
  health: [
    sql`array_position(${sql.param([...statesByRank])}::text[], health.state)`,
    sql`coalesce(health.since, 'infinity')`,
  ],
  name: [
    sql`lower(coalesce(nullif(${webhooks.label}, ''), regexp_replace(${webhooks.callbackUrl}, '^https?://', '', 'i')))`,
  ],
  // Without traffic, after every rate.
  rate: [
    sql`case when health.delivered + health.troubled = 0 then 2::numeric
      else health.delivered::numeric / (health.delivered + health.troubled) end`,
  ],
  last: [
    sql`- coalesce(extract(epoch from greatest(${webhooks.lastTriggeredAt}, health.last_failure)), 0)`,
  ],
};

/** Of equals the newest is first. */
function orderOf(order: SearchOrder, q = ""): SQL {
  const parts = order === "match" ? [...rankOf(q), ...keysOf("health")] : keysOf(order);
  return sql.join([...parts, sql`${webhooks.createdAt} desc`, sql`${webhooks.id} desc`], sql`, `);
}

function keysOf(order: Order): SQL[] {
  const direction = order.startsWith("-") ? sql`desc` : sql`asc`;
  return keys[order.replace("-", "") as Sort].map((key) => sql`${key} ${direction}`);
}

/** Ranks what was found by how its label matches. Without a search there is no rank. */
function rankOf(q: string): SQL[] {
  const words = wordsOf(q);
  if (words.length === 0) return [];
  const text = sql`lower(${words.join(" ")}::text)`;
  const rank = sql`case when lower(${webhooks.label}) = ${text} then 0
    when starts_with(lower(${webhooks.label}), ${text}) then 1
    when ${hasWords(sql`${webhooks.label}`, q)} then 2
    else 3 end`;
  return [rank];
}
