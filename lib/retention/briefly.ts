import postgres from "postgres";
import type { Sql } from "@/db/client";

/** Rows that are moved under a lock at most: a moment's work. */
export const few = 10_000;

/** Others wait for these locks, so it gives up before they have waited long. */
const limits = [
  // Before the database looks for a dead-lock (after a second), so that it is never the engine's statement that is ended.
  "set local lock_timeout = '500ms'",
  "set local statement_timeout = '5s'",
];

/**
 * A transaction with locks that others wait for. All of it goes to the database as one message: of a process that
 * freezes between two, Postgres would keep the locks for good, whatever its time limits.
 */
export async function briefly(sql: Sql, statements: string[]): Promise<void> {
  await sql.unsafe([...limits, ...statements].join(";\n"));
}

/** A lock was not to be had, or the work took too long: another time it may go through. */
export function isPutOff(error: unknown): error is postgres.PostgresError {
  const codes = ["55P03", "57014", "40P01"];
  return error instanceof postgres.PostgresError && codes.includes(error.code);
}
