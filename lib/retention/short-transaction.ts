import postgres from "postgres";
import type { Sql } from "@/db/client";

const limits = [
  // Below `deadlock_timeout` (1 s): this transaction gives up before Postgres could end one of the engine's instead.
  "set local lock_timeout = '500ms'",
  "set local statement_timeout = '5s'",
];

/**
 * Runs statements that take table locks in one transaction that gives up early. They are sent as one message: if this
 * process froze between two messages, Postgres would keep the locks for good, because before Postgres 17 no time limit covers that state.
 */
export async function inShortTransaction(sql: Sql, statements: string[]): Promise<void> {
  await sql.unsafe([...limits, ...statements].join(";\n"));
}

/** True for a lock timeout, statement timeout or deadlock: the transaction may succeed at another time. */
export function isPostponable(error: unknown): error is postgres.PostgresError {
  const codes = ["55P03", "57014", "40P01"];
  return error instanceof postgres.PostgresError && codes.includes(error.code);
}
