import { and, desc, eq, inArray, type SQL, type Subquery, sql } from "drizzle-orm";
import { deliveries, queue } from "@/db/schema/deliveries";
import { events } from "@/db/schema/events";
import { type Context, owned } from "@/lib/context";
import { chosen } from "@/lib/protocol/list-of";
import { deliveryColumns } from "./columns";
import type { DeliveryChoice } from "./filter";
import { type Part, partsOf, type Span, within } from "./parts";

/** A query for rows of the log. */
type Rows = { as: (name: string) => Subquery };
type Search = Span & { choice: DeliveryChoice; fits: SQL | undefined; limit: number };
type Asked = { part: Part; fits: SQL | undefined; limit: number };
type Place = { id: string; createdAt: Date };

/** Returns the newest matching deliveries. */
export async function pageByDay(ctx: Context, search: Search): Promise<Row[]> {
  const { choice, fits, limit, ...span } = search;
  const { status, cause, trigger, endedFrom, endedTo } = choice;
  const isCommon = !chosen(status) && !chosen(cause) && !chosen(trigger);
  if (isCommon && !endedFrom && !endedTo) {
    const all = ctx.db
      .select()
      .from(deliveries)
      .where(and(fits, within(span)));
    return withLookUps(ctx, all.orderBy(...newestFirst).limit(limit));
  }
  const ids: string[] = [];
  for (const part of partsOf(choice, span)) {
    const asked = { part, fits, limit: limit - ids.length };
    const isOrdinary = isCommon && !part.isOlder;
    const found = isOrdinary ? await newestIn(ctx, asked) : await newestByDay(ctx, asked);
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

/**
 * Returns the newest of a part that may have few matches. It is read day by day: within one partition the planner chooses
 * well between the index of status marks and the order of time; across all partitions it would read the newest rows of each
 * day first. Days are asked for ids only, because planning the look-ups of a row takes as long as reading a day.
 */
async function newestByDay(ctx: Context, asked: Asked): Promise<Place[]> {
  const { part, limit } = asked;
  const few = part.isOlder ? await allIfFew(ctx, asked) : undefined;
  if (few) return few.slice(0, limit);
  const first = await oldestCreatedAt(ctx);
  const found: Place[] = [];
  for (const day of first ? daysOf(part, first) : []) {
    const rest = { ...asked, part: { ...part, ...day }, limit: limit - found.length };
    found.push(...(await newestIn(ctx, rest)));
    if (found.length >= limit) break;
  }
  return found;
}

async function newestIn(ctx: Context, { part, fits, limit }: Asked): Promise<Place[]> {
  const found: Place[] = [];
  for (const condition of part.conditions) {
    const rows = placesOf(ctx, and(fits, within(part), condition(part)));
    found.push(...(await rows.orderBy(...newestFirst).limit(limit)));
  }
  return inOrder(found).slice(0, limit);
}

/** So few are read in any order and sorted here, which takes one query for all days. */
const fewAtMost = 1000;

/** Returns all of a part, newest first, or undefined if there are many. */
async function allIfFew(ctx: Context, { part, fits }: Asked): Promise<Place[] | undefined> {
  const found: Place[] = [];
  for (const condition of part.conditions) {
    const rows = placesOf(ctx, and(fits, within(part), condition(part)));
    found.push(...(await rows.limit(fewAtMost + 1 - found.length)));
    if (found.length > fewAtMost) return undefined;
  }
  return inOrder(found);
}

function placesOf(ctx: Context, condition: SQL | undefined) {
  const { id, createdAt } = deliveries;
  return ctx.db.select({ id, createdAt }).from(deliveries).where(condition).$dynamic();
}

/** Returns each delivery once: one that ends between two statements is in both. */
function inOrder(places: Place[]): Place[] {
  return [...new Map(places.map((place) => [place.id, place])).values()].sort(
    (a, b) => +b.createdAt - +a.createdAt || (b.id > a.id ? 1 : -1),
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

/** Matches unfinished deliveries without a request in flight. */
export function notInFlight(): SQL {
  return sql`${deliveries.id} in (select ${queue.deliveryId} from ${queue} where not ${queue.leased})`;
}

const dayMs = 86_400_000;
/** Days read one by one; older ones are read in one query. */
const daysReadSingly = 31;

/** Yields the days (UTC) of a span, newest first, from the first delivery on. */
function* daysOf({ from, to }: Span, first: Date): Generator<Span> {
  const begin = from && from > first ? from : first;
  let end = to;
  for (let n = 0; n < daysReadSingly; n++) {
    const start = new Date(Math.floor(((end?.getTime() ?? Date.now()) - 1) / dayMs) * dayMs);
    if (start <= begin) return yield { from: begin, to: end };
    yield { from: start, to: end };
    end = start;
  }
  yield { from: begin, to: end };
}
