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
 * Returns what a person should know and do about an error. Returns undefined if no text is known for it: its stack must be
 * shown.
 */
export function reasonOf(error: unknown): string | undefined {
  if (explained.some((kind) => error instanceof kind)) return (error as Error).message;
  const { message } = withoutValues(error);
  const unconnected = connectionTimeout(error);
  if (unconnected) return unconnected;
  if (isSilence(error) || isStopped(error))
    return `The database did not answer in time${isStopped(error) ? ` (${message})` : ""}. It may have made the change. If it has a synchronous standby, each change waits until the standby confirms it: look at pg_stat_replication. Then run the command again.`;
  if (isDatabaseAway(error)) return `The database is not available: ${message}.`;
  return undefined;
}

/** Returns what to do about a connection that the database did not accept in time, so that no statement was sent by it. */
export function connectionTimeout(error: unknown): string | undefined {
  const [, address] = /\bCONNECT_TIMEOUT (\S+)$/.exec(withoutValues(error).message) ?? [];
  if (!address) return undefined;
  return `The database at ${address} did not accept a connection in time. Look at its load, its disk and its log, then run the command again.`;
}

/** Returns an error whose message does not contain the values of the statement: that of the driver in place of Drizzle's. */
export function withoutValues(error: unknown): Error {
  if (error instanceof DrizzleQueryError && error.cause) return error.cause;
  return error instanceof Error ? error : new Error(String(error));
}
