import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type postgres from "postgres";
import { applyMigrations } from "./apply-migrations";
import { openClient } from "./driver";
import { installationFolder } from "./installation-folder";
import { advisoryLocks } from "./locks";
import { appliedMigrations, assertSchemaFits, SchemaTooNew } from "./schema-version";

/**
 * Migrates the database under a lock, because several processes may start at once.
 * @throws SchemaTooNew or SchemaUnreleased when another version has migrated the database
 * @throws SchemaLocked when other sessions do not release their locks
 */
export async function migrate(url: string): Promise<void> {
  await underLock(url, async (sql) => {
    await assertSchemaFits(sql, findMigrations(), { mayBeOlder: true });
    await applyMigrations(sql, readMigrations());
  });
}

/**
 * Creates the schema that a database with these migrations has, in a database without other ones.
 * @throws SchemaTooNew if this version does not know one of them
 */
export async function migrateTo(url: string, migrations: number[]): Promise<void> {
  const wanted = readKnown(migrations);
  await underLock(url, (sql) => applyMigrations(sql, wanted));
}

/** @throws SchemaTooNew if this version does not know one of these migrations of a backup */
export function readKnown(migrations: number[]): MigrationMeta[] {
  const known = readMigrations().filter(({ folderMillis }) => migrations.includes(folderMillis));
  if (known.length === migrations.length) return known;
  throw new SchemaTooNew(
    "The backup was written by a newer version of Postback: it has migrations that this version does not know. Restore it with that version or a newer one.",
  );
}

/**
 * Checks the schema for a process that does not migrate.
 * @throws SchemaMismatch when the tables belong to another version
 */
export async function checkSchema(url: string): Promise<void> {
  const client = openClient(url, { max: 1, limitMs: 5000 });
  await assertSchemaFits(client, findMigrations()).finally(() => client.end({ timeout: 1 }));
}

/**
 * Creates the schema in an empty database, and checks that of any other: a command must not upgrade it, because processes of
 * the previous version would no longer start.
 * @throws SchemaMismatch when the tables belong to another version
 */
export async function createOrCheckSchema(url: string): Promise<void> {
  const client = openClient(url, { max: 1, limitMs: 5000 });
  const applied = await appliedMigrations(client).finally(() => client.end({ timeout: 1 }));
  await (applied.length === 0 ? migrate(url) : checkSchema(url));
}

async function underLock(url: string, work: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  // One connection, because the lock belongs to it; no time limit, because building an index may take long.
  const sql = openClient(url, { max: 1, limitMs: null });
  try {
    await takeLock(sql);
    await work(sql);
  } finally {
    await sql.end();
  }
}

const lockPauseMs = 200;

/**
 * Asks for the lock again and again. A statement that waits for it would hold a snapshot, and `create index concurrently` in the
 * process that has the lock waits until older snapshots end: a deadlock.
 */
async function takeLock(sql: postgres.Sql): Promise<void> {
  for (;;) {
    const [answer] = await sql`select pg_try_advisory_lock(${advisoryLocks.migrations}) as locked`;
    if (answer?.locked) return;
    await delay(lockPauseMs);
  }
}

const readMigrations = () => readMigrationFiles({ migrationsFolder: findMigrations() });

function findMigrations(): string {
  return path.join(installationFolder(), "db/migrations");
}
