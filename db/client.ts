import type { PgDatabase } from "drizzle-orm/pg-core";
import { drizzle, type PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import postgres from "postgres";

const parameters = { application_name: "postback", statement_timeout: 30_000 };

/** For Drizzle. A client given to Drizzle no longer parses dates for raw queries: see `connectSql`. */
export function connectDatabase(url: string, poolSize: number) {
  const client = postgres(url, {
    max: poolSize,
    connect_timeout: 5,
    onnotice,
    connection: parameters,
  });
  return drizzle(client, { casing: "snake_case" });
}
export type Database = ReturnType<typeof connectDatabase>;

/** What a pool and a transaction have in common. */
export type Queries = PgDatabase<PostgresJsQueryResultHKT, Record<string, never>>;

/** For hand-written SQL: the queue's statements, LISTEN, migrations. */
export function connectSql(url: string, poolSize: number) {
  return postgres(url, {
    max: poolSize,
    connect_timeout: 5,
    onnotice,
    connection: parameters,
    transform: postgres.camel,
  });
}
export type Sql = ReturnType<typeof connectSql>;

function onnotice() {}
