import { connectDatabase, connectGroupInserts, type Database, type Sql } from "@/db/client";
import { env } from "@/lib/env";
import type { Access, Endpoint } from "@/lib/protocol/endpoint";
import { batchedEventQueue } from "@/lib/queue/batched-enqueue";
import type { EventQueue, HandOff } from "@/lib/queue/queue";

/**
 * The pools of a web process. A pool that is exhausted stops only its own users. Only publishing uses the connections
 * for publishing. `limitMs` is the statement timeout.
 */
const pools = {
  /** Look-ups, pages and changes. */
  general: { size: () => env().DATABASE_POOL_SIZE, limitMs: 8000 },
  /** Look-ups of keys and transactions of requests that publish. */
  publishing: { size: () => 4, limitMs: 2000 },
  /** Reads of the log and of figures; their cost depends on the request. */
  reads: { size: () => 4, limitMs: 2000 },
  /** Changes of every row of a webhook, up to a million rows. */
  bulk: { size: () => 2, limitMs: 25_000 },
} as const;
export type Pool = keyof typeof pools;

/** One connection stores single events, one batches, one leases publishing limits, one notifies the workers. */
const groupInserts = { size: 4, limitMs: 2000 };

// Next bundles its own copy of each module; `globalThis` keeps one set of pools for the process.
const shared = globalThis as {
  postbackDatabases?: Map<Pool, Database>;
  postbackGroupInserts?: Sql;
  postbackQueue?: EventQueue;
  postbackHandOff?: HandOff;
};

export function database(pool: Pool = "general"): Database {
  shared.postbackDatabases ??= new Map();
  const known = shared.postbackDatabases.get(pool);
  if (known) return known;
  const { size, limitMs } = pools[pool];
  const made = connectDatabase(databaseUrl(), size(), limitMs);
  shared.postbackDatabases.set(pool, made);
  return made;
}

export function poolSize(pool: Pool): number {
  return pools[pool].size();
}

/** Returns the pool of an operation. */
export function poolOf({ access, load, method, isBulk }: Endpoint): Pool {
  if (isBulk) return "bulk";
  return load === "log" && method === "GET" ? "reads" : callerPoolOf(access);
}

/** Returns the pool in which the caller is looked up. */
export function callerPoolOf(access: Access): "publishing" | "general" {
  return access === "events:write" ? "publishing" : "general";
}

/** Returns the connections of group inserts. */
export function engine(): Sql {
  shared.postbackGroupInserts ??= connectGroupInserts(
    databaseUrl(),
    groupInserts.size,
    groupInserts.limitMs,
  );
  return shared.postbackGroupInserts;
}

export function queue(): EventQueue {
  shared.postbackQueue ??= batchedEventQueue(engine(), () => shared.postbackHandOff);
  return shared.postbackQueue;
}

/** Passes events accepted from now on to a worker in this process, up to its capacity. */
export function handOffTo(worker: HandOff): void {
  shared.postbackHandOff = worker;
}

/** Ends the pools. Queries under way have five seconds to finish. */
export async function closeDatabase(): Promise<void> {
  const databases = [...(shared.postbackDatabases?.values() ?? [])];
  const clients = [...databases.map(({ $client }) => $client), shared.postbackGroupInserts];
  await Promise.all(clients.map((client) => client?.end({ timeout: 5 })));
}

export function databaseUrl(): string {
  const { DATABASE_URL } = env();
  if (DATABASE_URL) return DATABASE_URL;
  throw new Error("DATABASE_URL is not set; `npm start` sets it for its children.");
}
