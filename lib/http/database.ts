import { connectDatabase, type Database } from "@/db/client";
import { env } from "@/lib/env";

// Next bundles its own copy of every module; the pool is one for the whole process all the same.
const shared = globalThis as { postbackDatabase?: Database };

export function database(): Database {
  shared.postbackDatabase ??= connect();
  return shared.postbackDatabase;
}

/** Ends the pool, letting queries under way finish within five seconds. */
export async function closeDatabase(): Promise<void> {
  await shared.postbackDatabase?.$client.end({ timeout: 5 });
}

function connect(): Database {
  const { DATABASE_URL, DATABASE_POOL_SIZE } = env();
  if (!DATABASE_URL)
    throw new Error("DATABASE_URL is not set; `npm start` sets it for its children.");
  return connectDatabase(DATABASE_URL, DATABASE_POOL_SIZE);
}

const away = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
]);
/** SQLSTATE classes: connection, resources, operator intervention (shutting down, starting up). */
const awayClasses = ["08", "53", "57P"];

/** Whether the database could not be asked, as against answering no. Drizzle wraps the driver's error. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  if (away.has(code) || awayClasses.some((prefix) => code.startsWith(prefix))) return true;
  return isDatabaseAway(error.cause);
}
