import { and, desc } from "drizzle-orm";
import { webhooks } from "@/db/schema/webhooks";
import { type Context, owned } from "@/lib/context";
import type { Parsed } from "@/lib/protocol/endpoint";
import { page } from "@/lib/protocol/paging";
import { assertFound } from "@/lib/protocol/problem";
import { after, subscribed } from "@/lib/sql";
import { classifyHealth } from "./classify-health";
import { type healthApi, healthStates } from "./contract";
import { countStates } from "./count-states";
import { type HourTally, type HourWaiting, measureHealth } from "./measured";

/** Returns a page of webhooks with their health. Where one page has all of them, they are not looked up first. */
export async function listHealth(ctx: Context, { limit, cursor }: HealthQuery) {
  const { items, nextCursor } = page(await webhooksAfter(ctx, cursor, limit + 1), limit);
  const isWhole = cursor === undefined && nextCursor === undefined;
  const ids = items.map(({ id }) => id);
  const measured = await measureHealth(ctx, isWhole ? undefined : ids);
  const healthOf = new Map(measured.map((row) => [row.webhookId, row]));
  const found = ids.flatMap((id) => healthOf.get(id) ?? []);
  return { items: found.map(toHealth), nextCursor };
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
  return toHealth(assertFound(await measureHealth(ctx, [webhookId])));
}

/** Returns the number of webhooks in each state. */
export async function countHealth(ctx: Context) {
  const found = new Map((await countStates(ctx)).map(({ state, n }) => [state, n]));
  return healthStates.map((state) => ({ state, webhooks: found.get(state) ?? 0 }));
}

type HealthQuery = Parsed<typeof healthApi.list>["query"];
type Row = Awaited<ReturnType<typeof measureHealth>>[number];

function toHealth({ hours, waitingHours, dayAgo, ...facts }: Row) {
  return { ...classifyHealth(facts), hours: sparkline(dayAgo, hours, waitingHours) };
}

const hourMs = 3_600_000;

/** Returns the 24 hours from `start` on, each with its results. */
function sparkline(start: Date, tallies: HourTally[], unfinished: HourWaiting[]) {
  return Array.from({ length: 24 }, (_, hour) => {
    const {
      delivered = 0,
      failed = 0,
      retrying = 0,
    } = tallies.find((one) => one.hour === hour) ?? {};
    const { waiting = 0 } = unfinished.find((one) => one.hour === hour) ?? {};
    const from = new Date(start.getTime() + hour * hourMs);
    return { from, delivered, failed, retrying, waiting };
  });
}
