import { and, desc, eq, gte, inArray, lt, type SQL, type Subquery, sql } from "drizzle-orm";
import { deliveries, queue } from "@/db/schema/deliveries";
import { events } from "@/db/schema/events";
import { type Context, owned } from "@/lib/context";
import { madeFrom, madeUntil } from "@/lib/sql";
import { deliveryColumns } from "./columns";
import type { DeliveryChoice } from "./filter";

type Span = { from?: Date | undefined; to?: Date | undefined };
/** A query for rows of the log. */
type Rows = { as: (name: string) => Subquery };
type Search = Span & { choice: DeliveryChoice; fits: SQL | undefined; limit: number };

/**
 * Returns the newest matching deliveries. Filters that may match few rows are read day by day: within one partition the
 * planner chooses well between the index of status marks and the order of time; across all partitions it would read the
 * newest rows of each day first. Days are asked for ids only, because planning the look-ups of a row takes as long as
 * reading a day.
 */
export async function pageByDay(ctx: Context, search: Search): Promise<Row[]> {
  const { choice, fits, limit, from, to } = search;
  const { status, cause, trigger, endedFrom, endedTo } = choice;
  if (!status && !cause && !trigger && !endedFrom && !endedTo) {
    const all = ctx.db.select().from(deliveries).where(within({ from, to }, fits));
    return withLookUps(ctx, all.orderBy(...newestFirst).limit(limit));
  }
  const first = await oldestCreatedAt(ctx);
  if (!first) return [];
  const ids: string[] = [];
  for (const day of daysOf({ from: from && from > first ? from : first, to })) {
    const also = wantsUnfinished(choice) ? stillQueued(day) : undefined;
    const found = await ctx.db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(within(day, fits), also))
      .orderBy(...newestFirst)
      .limit(limit - ids.length);
    ids.push(...found.map(({ id }) => id));
    if (ids.length >= limit) break;
  }
  if (ids.length === 0) return [];
  const own = and(inArray(deliveries.id, ids), owned(ctx, deliveries.accountId));
  const rows = await withLookUps(ctx, ctx.db.select().from(deliveries).where(own));
  // Retention deleted some meanwhile. Without them the page would look like the last one.
  return rows.length < ids.length ? pageByDay(ctx, search) : rows;
}
type Row = Awaited<ReturnType<typeof withLookUps>>[number];

async function oldestCreatedAt(ctx: Context): Promise<Date | undefined> {
  const [first] = await ctx.db
    .select({ createdAt: deliveries.createdAt })
    .from(deliveries)
    .where(owned(ctx, deliveries.accountId))
    .orderBy(deliveries.createdAt, deliveries.id)
    .limit(1);
  return first?.createdAt;
}

const newestFirst = [desc(deliveries.createdAt), desc(deliveries.id)];

/** Matches what was created within a span, and fits. */
function within({ from, to }: Span, fits: SQL | undefined): SQL | undefined {
  return and(
    fits,
    from && and(gte(deliveries.createdAt, from), madeFrom(deliveries.id, from)),
    to && and(lt(deliveries.createdAt, to), madeUntil(deliveries.id, to)),
  );
}

/**
 * Returns rows, newest first, with their queue and event. These are looked up for each row, with a limit that keeps the
 * planner from joining whole tables.
 */
function withLookUps(ctx: Context, rows: Rows) {
  const queued = ctx.db
    .select()
    .from(queue)
    .where(eq(queue.deliveryId, deliveries.id))
    .limit(1)
    .as("queue");
  const event = ctx.db
    .select({ subject: events.subject })
    .from(events)
    .where(and(eq(events.id, deliveries.eventId), owned(ctx, events.accountId)))
    .limit(1)
    .as("events");
  return ctx.db
    .select(deliveryColumns)
    .from(rows.as("deliveries"))
    .leftJoinLateral(queued, sql`true`)
    .leftJoinLateral(event, sql`true`)
    .orderBy(...newestFirst);
}

/** Returns whether a filter asks for unfinished deliveries only. */
export function wantsUnfinished({ status }: DeliveryChoice): boolean {
  return status?.every((word) => ["pending", "retrying", "sending"].includes(word)) ?? false;
}

/**
 * Matches deliveries that are in the queue: all unfinished ones and few others. The queue is small, so this finds few
 * among many.
 */
export function stillQueued({ from, to }: Span = {}): SQL {
  const { deliveryId } = queue;
  const made = and(from && madeFrom(deliveryId, from), to && madeUntil(deliveryId, to));
  return sql`${deliveries.id} in (select ${deliveryId} from ${queue} where ${made ?? sql`true`})`;
}

/** Matches unfinished deliveries without a request in flight. */
export function notInFlight(): SQL {
  return sql`${deliveries.id} in (select ${queue.deliveryId} from ${queue} where not ${queue.leased})`;
}

const dayMs = 86_400_000;
/** Days read one by one; older ones are read in one query. */
const daysReadSingly = 31;

/** Yields the days (UTC) of a span, newest first. */
function* daysOf({ from, to }: Span): Generator<Span> {
  let end = to;
  for (let n = 0; n < daysReadSingly; n++) {
    const start = new Date(Math.floor(((end?.getTime() ?? Date.now()) - 1) / dayMs) * dayMs);
    if (from && start <= from) return yield { from, to: end };
    yield { from: start, to: end };
    end = start;
  }
  yield { from, to: end };
}
