import { readFileSync } from "node:fs";
import path from "node:path";
import type postgres from "postgres";

/** The tables belong to another version of the product, or cannot be changed now. The message states what to do. */
export class SchemaMismatch extends Error {}
/** The database was migrated by a newer version of the product. */
export class SchemaTooNew extends SchemaMismatch {}
/** The database lacks migrations of this version. */
export class SchemaTooOld extends SchemaMismatch {
  constructor(
    message = "The tables are not up to date. Run `postback migrate` first (in a clone: `npm run migrate`).",
  ) {
    super(message);
  }
}
/** The database has migrations from before the first release, which the baseline replaced. */
export class SchemaUnreleased extends SchemaMismatch {}
/** Other sessions hold locks that a migration needs. */
export class SchemaLocked extends SchemaMismatch {}

type Journal = { entries: { when: number; tag: string }[] };

/**
 * Compares the migrations in `folder` with the applied ones.
 * @throws SchemaTooNew when the database has migrations newer than any of this version
 * @throws SchemaUnreleased when the database has other migrations that this version does not know
 * @throws SchemaTooOld unless `mayBeOlder`, when the database lacks some
 */
export async function assertSchemaFits(
  sql: postgres.Sql,
  folder: string,
  { mayBeOlder = false } = {},
): Promise<void> {
  const text = readFileSync(path.join(folder, "meta/_journal.json"), "utf8");
  const { entries } = JSON.parse(text) as Journal;
  const known = entries.map(({ when }) => when);
  const newest = Math.max(...known);
  const applied = await appliedMigrations(sql);
  const unknown = applied.filter((when) => when > newest);
  if (unknown.length > 0) {
    const last = new Date(Math.max(...unknown)).toISOString().slice(0, 16).replace("T", " ");
    throw new SchemaTooNew(
      `The database was migrated by a newer version of Postback: it has ${unknown.length} ${unknown.length === 1 ? "migration" : "migrations"} that this version does not know, the last made on ${last} UTC. Start that version or a newer one, or restore a backup from before the upgrade.`,
    );
  }
  if (applied.some((when) => !known.includes(when))) {
    throw new SchemaUnreleased(
      "This database has the schema of a version before the first release, which cannot be upgraded. Use an empty database: set another DATABASE_URL, or another POSTBACK_DIR for the embedded Postgres.",
    );
  }
  if (mayBeOlder || applied.includes(newest)) return;
  throw new SchemaTooOld();
}

/** Returns the applied migrations, by the times that identify them. */
export async function appliedMigrations(sql: postgres.ISql): Promise<number[]> {
  const [table] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as made`;
  if (!table?.made) return [];
  const rows = await sql`select created_at from drizzle.__drizzle_migrations`;
  return rows.map((row) => Number(row.created_at));
}
