import { setTimeout as delay } from "node:timers/promises";
import type { MigrationMeta } from "drizzle-orm/migrator";
import postgres from "postgres";
import { appliedMigrations, SchemaLocked } from "./schema-version";

/**
 * A migration gives up a lock after `lockMs`, because statements of the running product queue behind it, and is repeated after
 * `pauseMs`, in which they run.
 */
type LockBudget = { lockMs: number; pauseMs: number; attempts: number };

/** A minute in all. Not measured. */
const usualBudget: LockBudget = { lockMs: 1000, pauseMs: 1000, attempts: 30 };

/** A migration with this first line runs one statement after the other, outside of a transaction, as `create index concurrently` must. */
const concurrently = /^-- concurrently\n/;

/**
 * Applies the migrations that the database lacks, each in a transaction of its own, and notes them in the table of drizzle-kit.
 * @throws SchemaLocked when the lock budget of one is spent. It changed nothing then
 */
export async function applyMigrations(
  sql: postgres.Sql,
  migrations: MigrationMeta[],
  budget = usualBudget,
): Promise<void> {
  await sql`create schema if not exists drizzle`;
  await sql`
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
  const applied = await appliedMigrations(sql);
  for (const migration of migrations) {
    if (applied.includes(migration.folderMillis)) continue;
    if (concurrently.test(migration.sql[0] ?? "")) await applyConcurrently(sql, migration);
    else await withinBudget(budget, () => applyInTransaction(sql, migration, budget.lockMs));
  }
}

async function applyInTransaction(sql: postgres.Sql, migration: MigrationMeta, lockMs: number) {
  await sql.begin(async (tx) => {
    await tx`select set_config('lock_timeout', ${`${lockMs}ms`}, true)`;
    for (const statement of migration.sql) await tx.unsafe(statement);
    await note(tx, migration);
  });
}

/** Waits for its locks without a limit: nothing queues behind it. A run that was interrupted is repeated from the start. */
async function applyConcurrently(sql: postgres.Sql, migration: MigrationMeta): Promise<void> {
  for (const statement of migration.sql) await sql.unsafe(statement);
  await note(sql, migration);
}

async function note(sql: postgres.ISql, { hash, folderMillis }: MigrationMeta): Promise<void> {
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
}

const lockNotAvailable = "55P03";

async function withinBudget({ attempts, pauseMs }: LockBudget, act: () => Promise<void>) {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (attempt > 1) await delay(pauseMs);
    try {
      return await act();
    } catch (error) {
      const isLocked = error instanceof postgres.PostgresError && error.code === lockNotAvailable;
      if (!isLocked) throw error;
    }
  }
  throw new SchemaLocked(
    "A migration waited in vain for another session that uses the same tables, such as a backup or a long query. Find it in pg_stat_activity, wait for it or end it, and try again.",
  );
}
