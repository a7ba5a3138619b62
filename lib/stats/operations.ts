import { and, desc, eq } from "drizzle-orm";
import { events } from "@/db/schema/events";
import type { Context } from "@/lib/context";
import { oneShots } from "@/lib/tallies/slots";
import type { StatsQuery } from "./contract";
import { incidentsOf } from "./incidents";
import { outcomesOf } from "./outcomes";
import { slotsOf } from "./slots";
import { speedOf } from "./speed";
import { waitingOf } from "./waiting";

export async function readStats(ctx: Context, query: StatsQuery, now = Date.now()) {
  const { account, webhook: webhooks, event, cause, ...range } = query;
  const of = { accountId: whose(ctx, account), webhooks };
  const slots = slotsOf(range, now);
  const [outcomes, speed, { retrying, ...queue }, incidents, lastEventAt] = await Promise.all([
    outcomesOf(ctx, slots, { of, event, cause }),
    // Durations are counted by webhook only, so event and cause cannot narrow them.
    event || cause ? { p95: null, slowest: [] } : speedOf(ctx, slots, of),
    waitingOf(ctx, of),
    incidentsOf(ctx, of),
    lastPublished(ctx, of.accountId),
  ]);
  const sum = (of: "delivered" | "failed") =>
    outcomes.series.reduce((total, one) => total + one[of], 0);
  const [delivered, failed] = [sum("delivered"), sum("failed")];
  const all = delivered + failed + retrying;
  const rate = all === 0 || event || cause ? null : delivered / all;
  return {
    from: slots.from,
    to: slots.to,
    bucketSeconds: slots.widthMs / 1000,
    totals: { delivered, failed, retrying, rate, p95: speed.p95 },
    queue,
    ...outcomes,
    slowest: speed.slowest,
    incidents,
    lastEventAt,
  };
}

/** Returns the account to read. A caller with one account always reads its own. */
function whose({ accountId }: Context, asked: string | undefined): string | null {
  if (accountId === null) return asked ?? null;
  return asked === undefined || asked === accountId ? accountId : oneShots;
}

async function lastPublished(ctx: Context, accountId: string | null): Promise<Date | null> {
  const theirs = accountId === null ? undefined : eq(events.accountId, accountId);
  const [last] = await ctx.db
    .select({ createdAt: events.createdAt })
    .from(events)
    .where(and(theirs, eq(events.test, false)))
    .orderBy(desc(events.createdAt), desc(events.id))
    .limit(1);
  return last?.createdAt ?? null;
}
