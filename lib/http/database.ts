import { connectDatabase, connectIntake, type Database, type Sql } from "@/db/client";
import { env } from "@/lib/env";
import { groupedIntake } from "@/lib/queue/grouped";
import type { HandOff, Intake } from "@/lib/queue/queue";

/** One statement stores, one tells the workers. */
const intakePoolSize = 2;

// Next bundles its own copy of every module; the pool is one for the whole process all the same.
const shared = globalThis as {
  postbackDatabase?: Database;
  postbackIntake?: Sql;
  postbackQueue?: Intake;
  postbackHandOff?: HandOff;
};

export function database(): Database {
  shared.postbackDatabase ??= connect();
  return shared.postbackDatabase;
}

/** The connections of the intake alone. */
export function engine(): Sql {
  shared.postbackIntake ??= connectIntake(databaseUrl(), intakePoolSize);
  return shared.postbackIntake;
}

export function queue(): Intake {
  shared.postbackQueue ??= groupedIntake(engine(), () => shared.postbackHandOff);
  return shared.postbackQueue;
}

/** From now on what is accepted here is handed to a worker in this very process, as far as it has room. */
export function handOffTo(worker: HandOff): void {
  shared.postbackHandOff = worker;
}

/** Ends the pools, letting queries under way finish within five seconds. */
export async function closeDatabase(): Promise<void> {
  const clients = [shared.postbackDatabase?.$client, shared.postbackIntake];
  await Promise.all(clients.map((client) => client?.end({ timeout: 5 })));
}

function connect(): Database {
  return connectDatabase(databaseUrl(), env().DATABASE_POOL_SIZE);
}

function databaseUrl(): string {
  const { DATABASE_URL } = env();
  if (DATABASE_URL) return DATABASE_URL;
  throw new Error("DATABASE_URL is not set; `npm start` sets it for its children.");
}
