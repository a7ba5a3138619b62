import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type postgres from "postgres";
import { migrateTo, readKnown } from "@/db/migrate";
import { appliedMigrations } from "@/db/schema-version";
import { createLike, daysOf, logTables, partitionOf } from "@/lib/retention/log-tables";
import { UnsuitableTarget } from "./errors";
import type { Head, Manifest } from "./format";
import type { Backup, BackupTable } from "./read";
import { openCopySession } from "./session";

const otherDatabase =
  "Restore into an empty database: set another DATABASE_URL, or another POSTBACK_DIR for the embedded Postgres.";

/**
 * Loads a backup into a database without rows, in one transaction that is compared with the manifest before it commits. After a
 * failure the database has no rows, and the restore can be repeated.
 * @throws BadBackup, UnsuitableTarget or SchemaTooNew
 */
export async function restoreBackup(backup: Backup, url: string): Promise<Manifest> {
  const sql = await openCopySession(url);
  try {
    await assertSuitable(sql, backup.head);
    await migrateTo(url, backup.head.migrations);
    const manifest = await sql.begin(async (tx) => {
      await prepare(tx, backup.head);
      const loaded = await loadAll(tx, backup.tables());
      for (const { name } of backup.head.tables)
        await tx`alter table ${tx(name)} enable trigger user`;
      return loaded;
    });
    await sql`analyze`;
    return manifest;
  } finally {
    backup.close();
    await sql.end({ timeout: 1 });
  }
}

/**
 * Checks whether a backup can be restored, and reads all of it. Changes nothing.
 * @param url null if there is no database yet
 * @throws as `restoreBackup` does
 */
export async function verifyBackup(backup: Backup, url: string | null): Promise<Manifest> {
  try {
    readKnown(backup.head.migrations);
    if (url !== null) {
      const sql = await openCopySession(url);
      await assertSuitable(sql, backup.head).finally(() => sql.end({ timeout: 1 }));
    }
    return await readAll(backup.tables());
  } finally {
    backup.close();
  }
}

/** @throws UnsuitableTarget if there are rows, or tables of a version that this backup was not written by */
async function assertSuitable(sql: postgres.Sql, { migrations }: Head): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname`;
  for (const { name } of tables) {
    const rows = await sql`select from ${sql(name)} limit 1`;
    if (rows.length === 0) continue;
    throw new UnsuitableTarget(
      `The database is not empty: its table ${name} has rows. ${otherDatabase}`,
    );
  }
  // Migrations change rows, too: those of a newer version would be left out for the rows of the backup.
  if ((await appliedMigrations(sql)).every((one) => migrations.includes(one))) return;
  throw new UnsuitableTarget(
    `The database has the tables of a newer version than the backup, without rows. ${otherDatabase}`,
  );
}

async function prepare(tx: postgres.TransactionSql, { tables, partitions }: Head): Promise<void> {
  // Triggers would count and announce the rows again.
  for (const { name } of tables) await tx`alter table ${tx(name)} disable trigger user`;
  for (const table of logTables) {
    for (const day of await daysOf(tx, table)) await tx`drop table ${tx(partitionOf(table, day))}`;
    for (const { name, from, to } of partitions.filter((one) => one.table === table.name)) {
      // Names and bounds have passed the patterns of the format.
      await tx.unsafe(createLike(table, name));
      await tx.unsafe(
        `alter table ${table.name} attach partition ${name} for values from (${from ? `'${from}'` : "minvalue"}) to ('${to}')`,
      );
    }
  }
}

type Tables = AsyncGenerator<BackupTable, Manifest>;

async function loadAll(tx: postgres.TransactionSql, tables: Tables): Promise<Manifest> {
  return forEach(tables, async ({ name, columns, rows }) => {
    const first = await rows.next();
    if (first.done) return;
    const target = await tx`copy ${tx(name)} (${tx(columns)}) from stdin`.writable();
    target.write(first.value);
    await pipeline(Readable.from(rows), target);
  });
}

async function readAll(tables: Tables): Promise<Manifest> {
  return forEach(tables, async ({ rows }) => {
    for await (const _ of rows);
  });
}

/** Returns what the generator returns, which `for await` would discard. */
async function forEach(tables: Tables, act: (table: BackupTable) => Promise<void>) {
  for (;;) {
    const { value, done } = await tables.next();
    if (done) return value;
    await act(value);
  }
}
