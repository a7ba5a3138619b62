import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { inject } from "vitest";
import { connectDatabase, connectSql, type Database, type Sql } from "@/db/client";

export type TestDatabase = { url: string; db: Database; sql: Sql };

/** Creates a migrated, empty database that is dropped after the test file, by `tests/after-file.ts`. */
export async function freshDatabase(): Promise<TestDatabase> {
  const server = inject("postgres");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await onServer(`create database ${name} template ${server.template} strategy file_copy`);

  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const db = connectDatabase(url.href, 10);
  const sql = connectSql(url.href, 10);
  closers.push(async () => {
    await Promise.all([db.$client.end({ timeout: 1 }), sql.end({ timeout: 1 })]);
    await onServer(`drop database ${name} with (force)`);
  });
  return { url: url.href, db, sql };
}

/** Returns the number of statements in a database that wait for a lock. */
export async function countWaiting(sql: Sql): Promise<number> {
  const waiting = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return waiting.length;
}

const closers: (() => Promise<void>)[] = [];

/** Drops the databases made since the last call. */
export async function dropDatabases(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
}

async function onServer(statement: string): Promise<void> {
  const sql = postgres(inject("postgres").url, { max: 1, onnotice() {} });
  await sql.unsafe(statement).finally(() => sql.end());
}
