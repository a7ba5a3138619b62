import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import type { AuditAction } from "@/db/audit-actions";
import { attempts, deliveries, queue } from "@/db/schema/deliveries";
import { events } from "@/db/schema/events";
import { replayItems, replays } from "@/db/schema/replays";
import { audit } from "@/lib/audit/audit";
import { type Context, owned } from "@/lib/context";
import type { Phases } from "@/lib/outbound/phases";
import { assertFound } from "@/lib/protocol/default-problem";
import { decodeCursor, page } from "@/lib/protocol/paging";
import { Problem } from "@/lib/protocol/problem";
import { cancel } from "@/lib/queue/cancel";
import { attemptInFlight, resend } from "@/lib/queue/resend";
import { after, ownedById } from "@/lib/sql";
import { traceIdOf } from "@/lib/telemetry/traceparent";
import { attemptColumns, deliveryColumns } from "./columns";
import { attemptsListed, type DeliveryFilter } from "./contract";
import { exchangeOf } from "./exchange";
import type { DeliveryChoice } from "./filter";
import { withLateBy } from "./late-by";
import { notInFlight, pageByDay } from "./page-by-day";
import { conditionsOf } from "./parts";
import { searchFilter } from "./search-filter";

export async function listDeliveries(ctx: Context, { cursor, limit, ...choice }: DeliveryFilter) {
  const before = cursor ? decodeCursor(cursor) : undefined;
  const fits = and(
    await searchFilter(ctx, choice, before?.createdAt),
    after(cursor, deliveries.createdAt, deliveries.id),
  );
  const { since, from = since } = choice;
  const to = before ? justAfter(before.createdAt) : choice.to;
  const rows = await pageByDay(ctx, { choice, fits, from, to, limit: limit + 1 });
  const { items, nextCursor } = page(rows, limit);
  return { deliveries: await withLateBy(ctx, items), nextCursor };
}

function justAfter(at: Date): Date {
  return new Date(at.getTime() + 1);
}

const countLimit = 10_000;

/** Counts matching deliveries, and the tests among them, up to a limit beyond which an exact number is of no use. */
export async function countDeliveries(ctx: Context, choice: DeliveryChoice) {
  const conditions = conditionsOf(choice, await searchFilter(ctx, choice));
  const isTest = sql`${deliveries.trigger} = 'test'`;
  const parts = conditions.map(
    (one) => sql`select ${isTest} as is_test from ${deliveries} where ${one ?? sql`true`}`,
  );
  // One statement: what ends meanwhile is in one part.
  const [{ n, tests } = { n: 0, tests: 0 }] = await ctx.db.execute<{
    n: number;
    tests: number;
  }>(sql`
    select count(*)::int as n, (count(*) filter (where is_test))::int as tests
    from (${sql.join(parts, sql` union all `)} limit ${countLimit + 1}) matching`);
  return {
    count: Math.min(n, countLimit),
    capped: n > countLimit,
    tests: Math.min(tests, countLimit),
  };
}

/** `dataText` is the text of `data` as published: parsing it changes numbers that JavaScript cannot represent. */
export async function readDelivery(ctx: Context, id: string) {
  const [rows, attemptLog] = await Promise.all([
    ctx.db
      .select({ ...deliveryColumns, data: events.data, traceparent: events.traceparent })
      .from(deliveries)
      .innerJoin(events, eq(events.id, deliveries.eventId))
      .leftJoin(queue, eq(queue.deliveryId, deliveries.id))
      .where(ownedById(ctx, deliveries, id)),
    ctx.db
      .select(attemptColumns)
      .from(attempts)
      .where(eq(attempts.deliveryId, id))
      .orderBy(desc(attempts.number))
      .limit(attemptsListed),
  ]);
  const { traceparent, data, ...delivery } = assertFound(await withLateBy(ctx, rows));
  return {
    ...delivery,
    data: JSON.parse(data),
    dataText: data,
    traceId: traceIdOf(traceparent) ?? null,
    attemptLog: attemptLog.map(withPhases),
  };
}

export async function readAttempt(ctx: Context, id: string, number: number) {
  const rows = await ctx.db
    .select({ attempt: attempts, event: events.name, data: events.data })
    .from(attempts)
    .innerJoin(deliveries, eq(deliveries.id, attempts.deliveryId))
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .where(and(ownedById(ctx, deliveries, id), eq(attempts.number, number)));
  const { attempt, event, data } = assertFound(rows);
  return { ...withPhases(attempt), ...exchangeOf(attempt, event, data) };
}

/** Sends one more attempt now, whether the delivery has ended or its schedule continues. */
export async function resendDelivery(ctx: Context, id: string) {
  const { status, oneShot } = await readRow(ctx, id);
  await ctx.db.transaction(async (tx) => {
    const refusal = await resend(tx, id, { oneShot });
    if (refusal) throw new Problem(40900, refusal);
    await writeAudit({ ...ctx, db: tx }, "delivery.resent", id, { before: { status } });
  });
  ctx.queue.wake();

  return readRow(ctx, id);
}

/**
 * Ends a delivery. Refused while an attempt is in flight, so that its result is not lost.
 * @throws Problem 40900
 */
export async function cancelDelivery(ctx: Context, id: string) {
  await assertPending(ctx, id);
  if (!(await cancelOne(ctx, id))) {
    // It may have ended meanwhile.
    await assertPending(ctx, id);
    throw new Problem(40900, attemptInFlight);
  }
  return readRow(ctx, id);
}

async function assertPending(ctx: Context, id: string): Promise<void> {
  const { status } = await readRow(ctx, id);
  if (status !== "pending")
    throw new Problem(40900, `The delivery is ${status}; nothing is pending.`);
}

const cancelLimit = 200;

/**
 * Cancels pending deliveries that match a filter, up to a limit, each in its own transaction. Running replays go on, but
 * queue none of them again.
 */
export async function cancelMatching(ctx: Context, filter: DeliveryChoice) {
  const found = await ctx.db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(await searchFilter(ctx, filter), eq(deliveries.status, "pending"), notInFlight()))
    .limit(cancelLimit);
  let cancelled = 0;
  for (const { id } of found) {
    if (await cancelOne(ctx, id)) cancelled++;
  }
  const more = found.length === cancelLimit;
  const runningReplays = await countRunningReplays(ctx, filter.account);
  return { cancelled, more, runningReplays: runningReplays || null };
}

/** Counts the caller's running replays that have deliveries left to queue, for all accounts or for one. */
function countRunningReplays(ctx: Context, account: string | undefined): Promise<number> {
  const isWaiting = sql`exists (
    select from ${replayItems} i where i.replay_id = ${replays.id} and i.state = 'waiting')`;
  return ctx.db.$count(
    replays,
    and(
      owned(ctx, replays.accountId),
      account ? or(isNull(replays.accountId), eq(replays.accountId, account)) : undefined,
      eq(replays.status, "running"),
      or(eq(replays.collected, false), isWaiting),
    ),
  );
}

async function cancelOne(ctx: Context, id: string): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const isCancelled = await cancel(tx, id);
    if (isCancelled) {
      const values = { before: { status: "pending" }, after: { status: "cancelled" } };
      await writeAudit({ ...ctx, db: tx }, "delivery.cancelled", id, values);
    }
    return isCancelled;
  });
}

async function writeAudit(
  ctx: Context,
  action: AuditAction,
  id: string,
  values: object,
): Promise<void> {
  const rows = await ctx.db
    .select({ accountId: deliveries.accountId, webhook: deliveries.webhookId })
    .from(deliveries)
    .where(ownedById(ctx, deliveries, id));
  await audit(ctx, { action, target: id, ...assertFound(rows), ...values });
}

async function readRow(ctx: Context, id: string) {
  const rows = await ctx.db
    .select(deliveryColumns)
    .from(deliveries)
    .leftJoin(events, eq(events.id, deliveries.eventId))
    .leftJoin(queue, eq(queue.deliveryId, deliveries.id))
    .where(ownedById(ctx, deliveries, id));
  return assertFound(await withLateBy(ctx, rows));
}

/** Returns a row of the log with its phases in one object. */
function withPhases<Row extends Phases>(row: Row) {
  const { dnsMs, connectMs, tlsMs, firstByteMs } = row;
  return { ...row, phases: { dnsMs, connectMs, tlsMs, firstByteMs } };
}
