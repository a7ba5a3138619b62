import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";

/** Any number; the same in every version, or two of them would migrate at once. */
const lock = 7_062_019;

/** Brings the database up to date. Drizzle takes no lock of its own; several may call this at once. */
export async function migrate(url: string): Promise<void> {
  // One connection, because the lock belongs to it; no time limit, because an index may take its time.
  const client = postgres(url, { max: 1, connect_timeout: 5, onnotice() {} });
  try {
    await client`select pg_advisory_lock(${lock})`;
    await applyMigrations(drizzle(client), { migrationsFolder: findMigrations() });
  } finally {
    await client.end();
  }
}

/** Beside this file in the sources, above the bundle when built. */
function findMigrations(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, "db/migrations/meta/_journal.json"))) {
    if (folder === path.dirname(folder)) throw new Error("The folder db/migrations is missing.");
    folder = path.dirname(folder);
  }
  return path.join(folder, "db/migrations");
}
