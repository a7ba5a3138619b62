import { and, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgSelect } from "drizzle-orm/pg-core";
import { accounts } from "@/db/schema/accounts";
import { webhooks } from "@/db/schema/webhooks";
import { type Context, owned } from "./context";
import { chosen } from "./protocol/list-of";
import { decodeCursor } from "./protocol/paging";

type OwnedTable = { id: PgColumn; accountId: PgColumn };

/** Condition of the row with an id, within the caller's accounts. */
export function ownedById(
  ctx: Pick<Context, "accountId">,
  table: OwnedTable,
  id: string,
): SQL | undefined {
  return and(eq(table.id, id), owned(ctx, table.accountId));
}

/** Condition of the account with an id, if the caller sees it. */
export function accountById(ctx: Pick<Context, "accountId">, id: string): SQL | undefined {
  return and(eq(accounts.id, id), owned(ctx, accounts.id));
}

/** Condition of registered webhooks. The others are targets of one-shot callbacks. */
export const subscribed: SQL = eq(webhooks.oneShot, false);

/** Condition of the webhook with an id, within the caller's accounts, without targets of one-shot callbacks. */
export function webhookById(ctx: Pick<Context, "accountId">, id: string): SQL | undefined {
  return and(ownedById(ctx, webhooks, id), subscribed);
}

/** Condition of rows that have not ended: their end is null or in the future. */
export function stillValid(end: PgColumn): SQL | undefined {
  return or(isNull(end), gt(end, sql`now()`));
}

/** Condition of the rows after a cursor, in a list that is newest first. */
export function after(
  cursor: string | undefined,
  createdAt: PgColumn,
  id: PgColumn,
): SQL | undefined {
  return cursor ? sql`(${createdAt}, ${id}) < ${positionOf(cursor)}` : undefined;
}

/** Condition of the rows after a cursor, in a list that is oldest first. */
export function afterOldest(
  cursor: string | undefined,
  createdAt: PgColumn,
  id: PgColumn,
): SQL | undefined {
  return cursor ? sql`(${createdAt}, ${id}) > ${positionOf(cursor)}` : undefined;
}

function positionOf(cursor: string): SQL {
  const { createdAt, id } = decodeCursor(cursor);
  return sql`(${createdAt.toISOString()}::timestamptz, ${id}::uuid)`;
}

/** Limits a query to the rows of a page and one more, for `page`. Without a limit, it returns all rows. */
export function upTo<T extends PgSelect>(query: T, limit: number | undefined): T {
  return limit === undefined ? query : query.limit(limit + 1);
}

/**
 * Condition that selects any of these ids, as one parameter. `inArray` has a parameter for each, of which a statement has at
 * most 65,534.
 */
export function anyOf(column: PgColumn, ids: string[]): SQL {
  return sql`${column} = any(${sql.param(ids)}::uuid[])`;
}

/** Condition of a list filter: see `chosen`. */
export function oneOf(column: PgColumn, list: string[] | undefined): SQL | undefined {
  const values = chosen(list);
  return values && inArray(column, values);
}

/** The database's time in this many seconds. Truncated to milliseconds, because a rounded time may be later. */
export function inSeconds(seconds: number): SQL {
  return sql`date_trunc('milliseconds', now()) + ${seconds} * interval '1 second'`;
}

const hourMs = 3_600_000;

/**
 * Condition of the ids (UUIDv7) made at a time or later. Add it to that of the time, so that the planner prunes partitions. One
 * hour of slack covers clock skew. The hour is added here and not in SQL, because the planner would not know the result and
 * would plan for all days.
 */
export function madeFrom(id: PgColumn, at: Date): SQL {
  return sql`${id} >= ${idAt(at.getTime() - hourMs)}`;
}

/** Condition of the ids made before a time: see `madeFrom`. */
export function madeUntil(id: PgColumn, at: Date): SQL {
  return sql`${id} < ${idAt(at.getTime() + hourMs)}`;
}

/** Returns the lowest id of a time. Ids begin with milliseconds since 1970, so earlier times count as 1970. */
function idAt(timeMs: number): SQL {
  return sql`id_at(${new Date(Math.max(0, timeMs)).toISOString()}::timestamptz)`;
}
