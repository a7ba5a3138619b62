import { and, desc } from "drizzle-orm";
import { webhooks } from "@/db/schema/webhooks";
import { type Context, owned } from "@/lib/context";
import type { Parsed } from "@/lib/protocol/endpoint";
import { page } from "@/lib/protocol/paging";
import { assertFound } from "@/lib/protocol/problem";
import { after, subscribed } from "@/lib/sql";
import { type healthApi, healthStates } from "./contract";
import { countStates } from "./count-states";
import { healthOf } from "./health-of";

/** Returns a page of webhooks with their health. Where one page has all of them, they are not looked up first. */
export async function listHealth(ctx: Context, { limit, cursor }: HealthQuery) {
  const { items, nextCursor } = page(await webhooksAfter(ctx, cursor, limit + 1), limit);
  const isWhole = cursor === undefined && nextCursor === undefined;
  const ids = items.map(({ id }) => id);
  const found = new Map(
    (await healthOf(ctx, isWhole ? undefined : ids)).map((health) => [health.webhookId, health]),
  );
  return { items: ids.flatMap((id) => found.get(id) ?? []), nextCursor };
}

function webhooksAfter(ctx: Context, cursor: string | undefined, limit: number) {
  const { id, createdAt } = webhooks;
  return ctx.db
    .select({ id, createdAt })
    .from(webhooks)
    .where(and(owned(ctx, webhooks.accountId), subscribed, after(cursor, createdAt, id)))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

export async function readHealth(ctx: Context, webhookId: string) {
  return assertFound(await healthOf(ctx, [webhookId]));
}

/** Returns the number of webhooks in each state. */
export async function countHealth(ctx: Context) {
  const found = new Map((await countStates(ctx)).map(({ state, n }) => [state, n]));
  return healthStates.map((state) => ({ state, webhooks: found.get(state) ?? 0 }));
}

type HealthQuery = Parsed<typeof healthApi.list>["query"];
