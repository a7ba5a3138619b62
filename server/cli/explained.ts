import { DrizzleQueryError } from "drizzle-orm";
import { isDatabaseAway, isSilence, isStopped } from "@/db/away";
import { DriverNotPatched } from "@/db/driver";
import { SchemaMismatch } from "@/db/schema-version";
import { BadBackup, CannotWrite, UnsuitableTarget } from "@/lib/backup/errors";
import { Problem } from "@/lib/protocol/problem";
import { CannotStart } from "@/server/supervisor/cannot-start";
import { WrongUsage } from "./wrong-usage";

const explained = [
  ...[CannotStart, DriverNotPatched, SchemaMismatch, Problem, WrongUsage],
  ...[BadBackup, CannotWrite, UnsuitableTarget],
];

/**
 * Returns the text that tells a person what to do about an error; undefined for an error that no one has foreseen, whose
 * stack is needed.
 */
export function explain(error: unknown): string | undefined {
  if (explained.some((kind) => error instanceof kind)) return (error as Error).message;
  const { message } = withoutValues(error);
  if (isSilence(error) || isStopped(error))
    return `The database did not answer in time${isStopped(error) ? ` (${message})` : ""}, so it is unknown whether the change was made. With a synchronous standby, it waits until that has confirmed: look at pg_stat_replication. Then run the command again.`;
  if (isDatabaseAway(error)) return `The database is not available: ${message}.`;
  return undefined;
}

/** The error of the driver instead of Drizzle's, whose message has the values of the statement. */
export function withoutValues(error: unknown): Error {
  if (error instanceof DrizzleQueryError && error.cause) return error.cause;
  return error instanceof Error ? error : new Error(String(error));
}
