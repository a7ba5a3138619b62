import { and, desc, eq } from "drizzle-orm";
import { events } from "@/db/schema/events";
import { atMost } from "@/lib/at-most";
import type { Context } from "@/lib/context";
import { nilId } from "@/lib/nil-id";
import { chosen } from "@/lib/protocol/list-of";
import { causesOf } from "./causes-of";
import type { StatsQuery } from "./contract";
import { deliveriesBySlot } from "./deliveries-by-slot";
import { eventsOf } from "./events-of";
import { countPausedByPerson, incidentsOf } from "./incidents";
import { type Choice, outcomesOf, type StatsScope } from "./outcomes";
import { type Slots, slotsOf } from "./slots";
import { noSpeed, speedOf } from "./speed";
import { sum } from "./sum";
import { waitingOf } from "./waiting";

export async function readStats(ctx: Context, query: StatsQuery) {
  const { account, webhook: webhooks, event: events, cause: causes, omit, ...range } = query;
  const [event, cause] = [chosen(events), chosen(causes)];
  const of = { accountId: accountFilter(ctx, account), webhooks };
  const slots = slotsOf(range, Date.now());
  const choice = { of, event, cause };
  // An account holds one connection of those that all accounts share, as its places among the requests under way assume.
  const connections = ctx.accountId === null ? 2 : 1;
  const [{ outcomes, bySlot }, speed, queue, trouble, pausedByPerson, lastEventAt] = await atMost(
    connections,
    [
      () => countsOf(ctx, slots, choice),
      // Durations are counted by webhook only, so event and cause cannot narrow them.
      async () => (omit || event || cause ? noSpeed : speedOf(ctx, slots, of)),
      () => queueOf(ctx, of),
      () => incidentsOf(ctx, of),
      () => countPausedByPerson(ctx, of),
      () => lastPublished(ctx, of.accountId),
    ],
  );
  const delivered = sum(outcomes.series.map((one) => one.delivered));
  const failed = sum(outcomes.series.map((one) => one.failed));
  const { cancelled, pending, waiting } = bySlot;
  const [cancelledInAll, pendingInAll, retrying] = [sum(cancelled), sum(pending), sum(waiting)];
  const isWhole = !event && !cause;
  const all = delivered + failed + retrying;
  const rate = all === 0 || !isWhole ? null : delivered / all;
  return {
    from: slots.from,
    to: slots.to,
    bucketSeconds: slots.widthMs / 1000,
    totals: {
      delivered,
      failed,
      retrying,
      cancelled: cancelledInAll,
      pending: isWhole ? pendingInAll : null,
      total: isWhole ? delivered + failed + cancelledInAll + pendingInAll : null,
      rate,
      p50: speed.p50,
      p95: speed.p95,
    },
    queue,
    series: outcomes.series.map((bucket, n) => ({
      ...bucket,
      cancelled: cancelled[n] ?? 0,
      waiting: waiting[n] ?? 0,
      pending: pending[n] ?? 0,
    })),
    earlier: bySlot.earlier,
    events: eventsOf(outcomes.events, bySlot),
    causes: causesOf(outcomes.causes, bySlot.pendingBy),
    slowest: speed.slowest,
    ...trouble,
    pausedByPerson,
    lastEventAt,
  };
}

/** Counts in one snapshot: a delivery that ends meanwhile would be in two figures, or in none. */
function countsOf(ctx: Context, slots: Slots, choice: Choice) {
  return ctx.db.transaction(
    async (db) => ({
      outcomes: await outcomesOf({ ...ctx, db }, slots, choice),
      bySlot: await deliveriesBySlot({ ...ctx, db }, slots, choice),
    }),
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** Returns the queue depth; what waits for a retry is counted by slot. */
async function queueOf(ctx: Context, of: StatsScope) {
  const { ready, oldestSeconds, unfinished, expanding, late } = await waitingOf(ctx, of);
  return { ready, oldestSeconds, unfinished, expanding, late };
}

/** Returns the account to read, null for all. A caller with one account that asks for another reads that of no account. */
function accountFilter({ accountId }: Context, asked: string | undefined): string | null {
  if (accountId === null) return asked ?? null;
  return asked === undefined || asked === accountId ? accountId : nilId;
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
