import { and, desc, eq } from "drizzle-orm";
import { webhooks } from "@/db/schema/webhooks";
import { type Context, narrowedTo, owned } from "@/lib/context";
import { assertFound } from "@/lib/protocol/default-problem";
import type { Parsed } from "@/lib/protocol/endpoint";
import { page } from "@/lib/protocol/paging";
import { after, subscribed } from "@/lib/sql";
import { type healthApi, healthStates } from "./contract";
import { countStates } from "./count-states";
import { healthOf } from "./health-of";

/** Returns a page of webhooks with their health. Where one page has all of them, they are not looked up first. */
export async function listHealth(caller: Context, { limit, cursor, account }: HealthQuery) {
  const ctx = narrowedTo(caller, account);
  const rows = await webhooksAfter(ctx, { limit: limit + 1, cursor, account });
  const { items, nextCursor } = page(rows, limit);
  const isWhole = cursor === undefined && nextCursor === undefined;
  const ids = items.map(({ id }) => id);
  const found = new Map(
    (await healthOf(ctx, isWhole ? undefined : ids)).map((health) => [health.webhookId, health]),
  );
  return { items: ids.flatMap((id) => found.get(id) ?? []), nextCursor };
}

function webhooksAfter(ctx: Context, { limit, cursor, account }: HealthQuery) {
  const { id, createdAt, accountId } = webhooks;
  const ofAccount = account ? eq(accountId, account) : undefined;
  return ctx.db
    .select({ id, createdAt })
    .from(webhooks)
    .where(and(owned(ctx, accountId), ofAccount, subscribed, after(cursor, createdAt, id)))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

export async function readHealth(ctx: Context, webhookId: string) {
  return assertFound(await healthOf(ctx, [webhookId]));
}

/** Returns the number of webhooks in each state, of all that the caller sees or of one account. */
export async function countHealth(caller: Context, account?: string) {
  const ctx = narrowedTo(caller, account);
  const isOther = account !== undefined && account !== ctx.accountId;
  const counts = isOther ? [] : await countStates(ctx);
  const found = new Map(counts.map(({ state, n }) => [state, n]));
  return healthStates.map((state) => ({ state, webhooks: found.get(state) ?? 0 }));
}

type HealthQuery = Parsed<typeof healthApi.list>["query"];
