import { connectDatabase, type Database } from "@/db/client";
import { env } from "@/lib/env";
import { groupedQueue } from "@/lib/queue/grouped";
import type { Queue } from "@/lib/queue/queue";

// Next bundles its own copy of every module; the pool is one for the whole process all the same.
const shared = globalThis as { postbackDatabase?: Database; postbackQueue?: Queue };

export function database(): Database {
  shared.postbackDatabase ??= connect();
  return shared.postbackDatabase;
}

export function queue(): Queue {
  shared.postbackQueue ??= groupedQueue(database());
  return shared.postbackQueue;
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
