import { sql } from "drizzle-orm";
import type { PgDatabase } from "drizzle-orm/pg-core";
import { drizzle, type PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { openClient } from "./driver";

const defaultLimitMs = 30_000;
/** A connection that has served pages takes about 9 MB of the database server's memory. */
const idleSeconds = 300;

/**
 * Client for Drizzle, which stops it from parsing dates in raw queries: see `connectSql`. Connections that a burst of
 * requests needed are closed when they have been idle for five minutes.
 */
export function connectDatabase(url: string, poolSize: number, limitMs = defaultLimitMs) {
  const client = openClient(url, { max: poolSize, limitMs, idleSeconds });
  return drizzle(client, { casing: "snake_case" });
}
export type Database = ReturnType<typeof connectDatabase>;

/**
 * Returns the same database with statements that wait for their turn: each runs once `acquire` resolved, and then calls what that
 * returned. For reads; statements of a transaction do not wait.
 */
export function inTurn({ $client }: Database, acquire: () => Promise<() => void>): Database {
  const run = async <T>(query: PromiseLike<T>): Promise<T> => {
    const release = await acquire();
    try {
      return await query;
    } finally {
      release();
    }
  };
  const client = new Proxy($client, {
    get(target, name) {
      if (name !== "unsafe") return Reflect.get(target, name);
      return (...given: Parameters<typeof target.unsafe>) => {
        const query = target.unsafe(...given);
        return {
          // biome-ignore lint/suspicious/noThenProperty: a query is sent when it is awaited
          then: (...handlers: Parameters<typeof query.then>) => run(query).then(...handlers),
          values: () => run(query.values()),
        };
      };
    },
  });
  return drizzle(client, { casing: "snake_case" });
}

/** Query methods that a pool and a transaction share. */
export type Queries = PgDatabase<PostgresJsQueryResultHKT, Record<string, never>>;

type SqlOptions = {
  /** Milliseconds that one statement may take; null for unlimited. */
  limitMs?: number | null;
  settings?: Record<string, string | number>;
};

/** Client for hand-written SQL. */
export function connectSql(url: string, poolSize: number, options: SqlOptions = {}): Sql {
  return openClient(url, { max: poolSize, camel: true, limitMs: defaultLimitMs, ...options });
}
export type Sql = postgres.Sql;

/** Plans each statement once for each connection, by index: see "SQL written for the planner" in lib/queue/README.md. */
const plannedOnce = { plan_cache_mode: "force_generic_plan", enable_seqscan: "off", jit: "off" };

/** Opens a pool for the statement that stores events. It reads no table of the log, so hash joins stay on. */
export function connectGroupInserts(url: string, poolSize: number, limitMs: number): Sql {
  return connectSql(url, poolSize, { limitMs, settings: plannedOnce });
}

const readByKey = {
  ...plannedOnce,
  enable_bitmapscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  enable_material: "off",
};

/** Opens a pool for the other statements of the queue, which read the log by key only: see lib/queue/README.md. */
export function connectEngine(url: string, poolSize: number, limitMs = defaultLimitMs): Sql {
  return connectSql(url, poolSize, { limitMs, settings: readByKey });
}

/**
 * Gives a transaction the settings of `connectEngine` until it ends. With them, triggers that its statements fire plan their own
 * statements once for each connection too, and not once for each row.
 */
export async function readByKeyUntilCommit(tx: Queries): Promise<void> {
  const settings = JSON.stringify(readByKey);
  await tx.execute(sql`select set_config(key, value, true) from json_each_text(${settings}::json)`);
}

/** Opens a pool for claims, which in addition never sort: see lib/queue/README.md. */
export function connectClaims(url: string, poolSize: number, limitMs: number): Sql {
  return connectSql(url, poolSize, { limitMs, settings: { ...readByKey, enable_sort: "off" } });
}
