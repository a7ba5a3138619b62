import postgres from "postgres";
import type { Sql } from "@/db/client";

/** Rows that are moved under a lock at most: a moment's work. */
export const few = 10_000;

/**
 * A transaction with locks that others wait for. It gives up before they have waited long, and before the database
 * looks for a dead-lock (after a second), so that it is never the engine's statement that is ended for one.
 */
export async function briefly(
  sql: Sql,
  work: (sql: postgres.TransactionSql) => Promise<void>,
): Promise<void> {
  await sql.begin(async (sql) => {
    await sql`set local lock_timeout = '500ms'`;
    await sql`set local statement_timeout = '5s'`;
    await work(sql);
  });
}

/** A lock was not to be had, or the work took too long: another time it may go through. */
export function isPutOff(error: unknown): error is postgres.PostgresError {
  const codes = ["55P03", "57014", "40P01"];
  return error instanceof postgres.PostgresError && codes.includes(error.code);
}
