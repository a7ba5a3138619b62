import type { PgDatabase } from "drizzle-orm/pg-core";
import { drizzle, type PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import postgres from "postgres";

const parameters = {
  application_name: "postback",
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 10_000,
};

const manners = {
  connect_timeout: 5,
  /** Seconds before the next try to connect: a database that is back is found within one. */
  backoff: (failures: number) => Math.min(0.05 * 2 ** failures, 1) * (0.5 + Math.random() / 2),
  connection: parameters,
  onnotice() {},
};

/** For Drizzle. A client given to Drizzle no longer parses dates for raw queries: see `connectSql`. */
export function connectDatabase(url: string, poolSize: number) {
  const client = postgres(url, { max: poolSize, ...manners });
  return drizzle(client, { casing: "snake_case" });
}
export type Database = ReturnType<typeof connectDatabase>;

/** What a pool and a transaction have in common. */
export type Queries = PgDatabase<PostgresJsQueryResultHKT, Record<string, never>>;

/** For hand-written SQL: LISTEN, migrations. */
export function connectSql(url: string, poolSize: number, settings = {}) {
  const connection = { ...parameters, ...settings };
  return postgres(url, { max: poolSize, ...manners, connection, transform: postgres.camel });
}
export type Sql = ReturnType<typeof connectSql>;

/** A plan is made once for each connection, and not from statistics that still call a table empty. */
const plannedOnce = { plan_cache_mode: "force_generic_plan", enable_seqscan: "off", jit: "off" };

/** For the statement that stores events, which reads no table of the log. */
export function connectIntake(url: string, poolSize: number): Sql {
  return connectSql(url, poolSize, plannedOnce);
}

/** For the queue's other statements: look-ups by key in the log's partitions, and never anything else. */
export function connectEngine(url: string, poolSize: number): Sql {
  return connectSql(url, poolSize, {
    ...plannedOnce,
    enable_bitmapscan: "off",
    enable_hashjoin: "off",
    enable_mergejoin: "off",
    enable_material: "off",
  });
}
