import path from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import { openClient } from "./driver";
import { installationFolder } from "./installation-folder";
import { advisoryLocks } from "./locks";
import { assertSchemaFits } from "./schema-version";

/**
 * Migrates the database under a lock, because Drizzle takes none and several processes may start at once.
 * @throws SchemaTooNew or SchemaUnreleased when another version has migrated the database
 */
export async function migrate(url: string): Promise<void> {
  // One connection, because the lock belongs to it; no time limit, because building an index may take long.
  const client = openClient(url, { max: 1, limitMs: null });
  try {
    await client`select pg_advisory_lock(${advisoryLocks.migrations})`;
    await assertSchemaFits(client, findMigrations(), { mayBeOlder: true });
    await applyMigrations(drizzle(client), { migrationsFolder: findMigrations() });
  } finally {
    await client.end();
  }
}

/**
 * Checks the schema for a process that does not migrate.
 * @throws SchemaMismatch when the tables belong to another version
 */
export async function checkSchema(url: string): Promise<void> {
  const client = openClient(url, { max: 1, limitMs: 5000 });
  await assertSchemaFits(client, findMigrations()).finally(() => client.end({ timeout: 1 }));
}

function findMigrations(): string {
  return path.join(installationFolder(), "db/migrations");
}
