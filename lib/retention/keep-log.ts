import { connectSql, type Sql } from "@/db/client";
import { log } from "@/lib/log";
import { isPutOff } from "./briefly";
import { oldestKept, plan } from "./days";
import { dropPartition } from "./drop-partition";
import { forgetAddresses } from "./forget-addresses";
import { forgetHistory } from "./forget-history";
import { forgetInbox } from "./forget-inbox";
import { forgetKeys } from "./forget-keys";
import { forgetSignIns } from "./forget-sign-ins";
import { forgetTallies } from "./forget-tallies";
import { makePartition } from "./make-partition";
import { noteRun } from "./note-run";
import { daysOf, defaultOf, logTables, partitionOf } from "./tables";
import { trim } from "./trim";

/** Any number; the same in every version, or two of them would do the same at once. */
const lock = 7_062_020;

/**
 * Makes the partitions of the days to come and drops those older than `keepDays`, but for what is still to be
 * delivered. Of many processes one does it. False when something was put off because others were busy there.
 */
export async function keepLog(url: string, keepDays: number): Promise<boolean> {
  const sql = connectSql(url, 1);
  try {
    const [held] = await sql`select where pg_try_advisory_lock(${lock})`;
    if (held) await noteRun(sql, () => keep(sql, keepDays));
    return true;
  } catch (error) {
    if (!isPutOff(error)) throw error;
    log.info({ reason: error.message }, "looking after the log is put off");
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function keep(sql: Sql, keepDays: number): Promise<void> {
  // A partition is read through before it goes.
  await sql`set statement_timeout = '10min'`;
  const [{ now }] = await sql<[{ now: Date }]>`select now() as now`;
  for (const table of logTables) {
    const { make } = plan(now, await daysOf(sql, table), keepDays);
    for (const day of make) await makePartition(sql, table, day);
  }
  const oldest = oldestKept(now, keepDays);
  for (const table of logTables) {
    const { drop } = plan(now, await daysOf(sql, table), keepDays);
    for (const day of drop) {
      const dropped = await dropPartition(sql, table, day);
      if (dropped) log.info({ table: table.name, day }, "a day of the log is dropped");
      else await trim(sql, table, partitionOf(table, day), oldest);
    }
    await trim(sql, table, defaultOf(table), oldest);
  }
  await forgetKeys(sql);
  await forgetSignIns(sql);
  await forgetInbox(sql);
  await forgetHistory(sql, oldest);
  await forgetTallies(sql, oldest);
  await forgetAddresses(sql);
}
