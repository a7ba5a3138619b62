import { expect, test } from "vitest";
import { checkSchema, migrate } from "@/db/migrate";
import { freshDatabase } from "@/tests/database";
import { until } from "@/tests/product";
import { applyMigrations } from "./apply-migrations";
import { connectSql } from "./client";
import { SchemaLocked, SchemaTooNew, SchemaTooOld, SchemaUnreleased } from "./schema-version";

test("five migrations at once all succeed, and apply everything once", async () => {
  const { url, sql } = await freshDatabase();
  const [before] = await sql`select count(*)::int as applied from drizzle.__drizzle_migrations`;
  await sql`drop schema public cascade`;
  await sql`drop schema drizzle cascade`;
  await sql`create schema public`;

  await Promise.all([1, 2, 3, 4, 5].map(() => migrate(url)));

  const [after] = await sql`select count(*)::int as applied from drizzle.__drizzle_migrations`;
  expect(after).toEqual(before);
  expect(await sql`select from webhooks`).toHaveLength(0);
});

test("a database with migrations from before the baseline is refused unchanged", async () => {
  const { url, sql } = await freshDatabase();
  await sql`delete from drizzle.__drizzle_migrations`;
  await sql`
    insert into drizzle.__drizzle_migrations (hash, created_at)
    values ('first', ${Date.UTC(2026, 10, 21)}), ('second', ${Date.UTC(2026, 10, 22)})`;

  await expect(migrate(url)).rejects.toThrow(SchemaUnreleased);
  await expect(checkSchema(url)).rejects.toThrow("Use an empty database");

  const hashes = await sql`select hash from drizzle.__drizzle_migrations order by id`;
  expect(hashes).toEqual([{ hash: "first" }, { hash: "second" }]);
});

test("a process that does not migrate refuses a newer and an older schema", async () => {
  const { url, sql } = await freshDatabase();
  await expect(checkSchema(url)).resolves.toBeUndefined();

  await sql`
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${Date.UTC(2100, 0)})`;
  await expect(checkSchema(url)).rejects.toThrow(SchemaTooNew);

  await sql`
    delete from drizzle.__drizzle_migrations
    where id in (select id from drizzle.__drizzle_migrations order by created_at desc limit 2)`;
  await expect(checkSchema(url)).rejects.toThrow(SchemaTooOld);
});

const later = (...sql: string[]) => [
  { sql, hash: "later", folderMillis: Date.UTC(2100, 0), bps: true },
];

test("a migration that cannot get its lock lets the product run in between, and gives up", async () => {
  const { url, sql } = await freshDatabase();
  const migrator = connectSql(url, 1);
  const widen = later("alter table webhooks add column later int");
  const budget = { lockMs: 50, pauseMs: 1, attempts: 3 };
  await sql.begin(async (reader) => {
    await reader`select from webhooks`;
    const migrating = applyMigrations(migrator, widen, budget);
    await expect(migrating).rejects.toThrow(SchemaLocked);
    await expect(migrating).rejects.toThrow("Find it in pg_stat_activity");
    // Would wait behind a migration that still waits.
    expect(await sql`select from webhooks`).toHaveLength(0);
  });
  await applyMigrations(migrator, widen, budget);
  expect(await sql`select later from webhooks`).toHaveLength(0);
  await migrator.end();
});

test("an index is built while a transaction writes to its table, also after an interrupted run", async () => {
  const { url, sql } = await freshDatabase();
  const migrator = connectSql(url, 1);
  const build = later(
    "-- concurrently\ndrop index concurrently if exists accounts_by_time",
    "create unique index concurrently accounts_by_time on accounts (created_at)",
  );
  await sql`insert into accounts (id, name, created_at) values (new_id(), 'one', '2026-01-01'), (new_id(), 'two', '2026-01-01')`;
  await expect(applyMigrations(migrator, build)).rejects.toThrow("could not create unique index");
  await sql`delete from accounts`;

  let building: Promise<void> | undefined;
  await sql.begin(async (writer) => {
    await writer`insert into accounts (id, name) values (new_id(), 'once')`;
    building = applyMigrations(migrator, build);
    const isWaiting = () => sql`
      select from pg_stat_activity
      where datname = current_database() and query like '%accounts_by_time%' and wait_event_type = 'Lock'`;
    await until(async () => (await isWaiting()).length > 0);
    await sql`insert into accounts (id, name) values (new_id(), 'meanwhile')`;
  });
  await building;
  const [index] = await sql`
    select indisvalid from pg_index where indexrelid = 'accounts_by_time'::regclass`;
  expect(index).toEqual({ indisvalid: true });
  await migrator.end();
});
