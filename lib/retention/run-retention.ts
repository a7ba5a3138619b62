import { connectSql, type Sql } from "@/db/client";
import { advisoryLocks } from "@/db/locks";
import { log } from "@/lib/log";
import { oldestKept, plan } from "./days";
import { expire } from "./expire";
import { isHeld } from "./hold";
import { indexPartitions } from "./index-partitions";
import { daysOf, defaultOf, logTables, partitionOf } from "./log-tables";
import { createPartition, deleteFinished, dropPartition } from "./partitions";
import { isPostponable } from "./short-transaction";

/** Dropping a partition reads all of it for pending deliveries, and an index is built from all of its rows. */
const limitMs = 600_000;

/**
 * Creates the partitions of the coming days, drops those older than `keepDays` except for unfinished deliveries, deletes
 * expired rows of other tables, and builds the indexes that partitions lack. Deletes nothing while the clock may be wrong. One
 * process at a time runs it. Returns false when tables were locked and the run is to be repeated soon.
 */
export async function runRetention(url: string, keepDays: number): Promise<boolean> {
  const sql = connectSql(url, 1, { limitMs });
  try {
    const [locked] = await sql`select where pg_try_advisory_lock(${advisoryLocks.retention})`;
    if (locked) await recorded(sql, () => run(sql, keepDays));
    return true;
  } catch (error) {
    if (!isPostponable(error)) throw error;
    log.info({ reason: error.message }, "retention postponed: tables are locked");
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function run(sql: Sql, keepDays: number): Promise<void> {
  const [{ now }] = await sql<[{ now: Date }]>`select now() as now`;
  for (const table of logTables) {
    const { make } = plan(now, await daysOf(sql, table), keepDays);
    for (const day of make) await createPartition(sql, table, day);
  }
  if (!(await isHeld(sql))) await deleteExpired(sql, now, keepDays);
  // Last: an index that cannot be built, or takes longer than the limit, delays no deletion.
  await indexPartitions(sql);
}

async function deleteExpired(sql: Sql, now: Date, keepDays: number): Promise<void> {
  const oldest = oldestKept(now, keepDays);
  for (const table of logTables) {
    const { drop } = plan(now, await daysOf(sql, table), keepDays);
    for (const day of drop) {
      const dropped = await dropPartition(sql, table, day);
      if (dropped) log.info({ table: table.name, day }, "partition dropped");
      else await deleteFinished(sql, table, partitionOf(table, day), oldest);
    }
    await deleteFinished(sql, table, defaultOf(table), oldest);
  }
  await expire(sql, oldest);
}

/** Records time, duration and success of the run in `chores`, which the system page shows. */
async function recorded(sql: Sql, work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  const record = (succeeded: boolean) => sql`
    insert into chores (name, took_ms, succeeded)
    values ('retention', ${Math.round(performance.now() - startedAt)}, ${succeeded})
    on conflict (name) do update
    set ran_at = now(), took_ms = excluded.took_ms, succeeded = excluded.succeeded`;
  try {
    await work();
  } catch (error) {
    await record(false).catch(() => null);
    throw error;
  }
  await record(true);
}
