import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { webhooks } from "@/db/schema/webhooks";
import { type Context, owned } from "./context";
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

/** Condition of registered webhooks. The others are targets of one-shot callbacks. */
export const subscribed: SQL = eq(webhooks.oneShot, false);

/** Condition of the webhook with an id, within the caller's accounts, without targets of one-shot callbacks. */
export function webhookById(ctx: Pick<Context, "accountId">, id: string): SQL | undefined {
  return and(ownedById(ctx, webhooks, id), subscribed);
}

/** Condition of the rows after a cursor, in a list that is newest first. */
export function after(
  cursor: string | undefined,
  createdAt: PgColumn,
  id: PgColumn,
): SQL | undefined {
  if (!cursor) return undefined;
  const last = decodeCursor(cursor);
  return sql`(${createdAt}, ${id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`;
}

/**
 * Condition that selects any of these ids, as one parameter. `inArray` has a parameter for each, of which a statement has at
 * most 65,534.
 */
export function anyOf(column: PgColumn, ids: string[]): SQL {
  return sql`${column} = any(${sql.param(ids)}::uuid[])`;
}
