import { connectDatabase, connectGroupInserts, type Database, type Sql } from "@/db/client";
import { sendAnnounced } from "@/lib/changes/announce";
import { databaseUrls } from "@/lib/database-urls";
import { env } from "@/lib/env";
import type { Access, Endpoint } from "@/lib/protocol/endpoint";
import { batchedEventQueue } from "@/lib/queue/batched-enqueue";
import type { EventQueue, HandOff } from "@/lib/queue/queue";
import { ReadReplica } from "./read-replica";

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

/** One connection stores batches, one leases publishing limits, one notifies the workers. Single events have one of their own. */
const groupInserts = { size: 3, limitMs: 2000 };

// Next bundles its own copy of each module; `globalThis` keeps one set of pools for the process.
const shared = globalThis as {
  postbackDatabases?: Map<Pool, Database>;
  postbackReplica?: { databases: Database[]; reads: ReadReplica } | null;
  postbackGroupInserts?: Sql;
  postbackSingleInserts?: Sql;
  postbackQueue?: EventQueue;
  postbackHandOff?: HandOff;
  postbackBeforeClose?: (() => Promise<void>)[];
};

export function database(pool: Pool = "general"): Database {
  shared.postbackDatabases ??= new Map();
  const known = shared.postbackDatabases.get(pool);
  if (known) return known;
  const { size, limitMs } = pools[pool];
  const made = connectDatabase(databaseUrls().pooled, size(), limitMs);
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

/** Runs a request with its pool. Reads of the log go to the replica if there is one. */
export function readWith<T>(endpoint: Endpoint, run: (db: Database) => Promise<T>): Promise<T> {
  const pool = poolOf(endpoint);
  const replica = pool === "reads" && !endpoint.readsPrimary ? replicaOf() : null;
  return replica ? replica.reads.run(run) : run(database(pool));
}

function replicaOf() {
  if (shared.postbackReplica !== undefined) return shared.postbackReplica;
  const { replica } = databaseUrls();
  const { size, limitMs } = pools.reads;
  const made = replica
    ? ([connectDatabase(replica, size(), limitMs), connectDatabase(replica, 1, limitMs)] as const)
    : null;
  shared.postbackReplica = made && {
    databases: [...made],
    reads: new ReadReplica(database("reads"), ...made),
  };
  return shared.postbackReplica;
}

/** Returns the connections of group inserts, without that of single events. */
export function engine(): Sql {
  shared.postbackGroupInserts ??= connectInserts(groupInserts.size);
  return shared.postbackGroupInserts;
}

function connectInserts(size: number): Sql {
  return connectGroupInserts(databaseUrls().direct, size, groupInserts.limitMs);
}

export function queue(): EventQueue {
  shared.postbackSingleInserts ??= connectInserts(1);
  const { postbackSingleInserts: singles } = shared;
  shared.postbackQueue ??= batchedEventQueue(engine(), () => shared.postbackHandOff, singles);
  return shared.postbackQueue;
}

/** Passes events accepted from now on to a worker in this process, up to its capacity. */
export function handOffTo(worker: HandOff): void {
  shared.postbackHandOff = worker;
}

/** Registers a task that runs before the pools end, such as work that a timer would do too late. */
export function beforeClose(task: () => Promise<void>): void {
  shared.postbackBeforeClose ??= [];
  shared.postbackBeforeClose.push(task);
}

/** Ends the pools. Queries under way have five seconds to finish. */
export async function closeDatabase(): Promise<void> {
  await Promise.all((shared.postbackBeforeClose ?? []).map((task) => task()));
  const { postbackDatabases, postbackReplica, postbackGroupInserts } = shared;
  const replicas = postbackReplica?.databases ?? [];
  const databases = [...(postbackDatabases?.values() ?? []), ...replicas];
  const inserts = [postbackGroupInserts, shared.postbackSingleInserts];
  const clients = [...databases.map(({ $client }) => $client), ...inserts];
  if (postbackGroupInserts) await sendAnnounced(postbackGroupInserts);
  await Promise.all(clients.map((client) => client?.end({ timeout: 5 })));
}
