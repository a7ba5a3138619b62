import { connectSql, type Sql } from "@/db/client";
import { advisoryLocks } from "@/db/locks";
import { log } from "@/lib/log";
import { longestLeaseSql } from "./lease";

/** A recorded time that lies this far in the future shows that the clock of the database stepped back. */
export const steppedBackSeconds = 10;

/**
 * SQL for the latest time that the clock of the database is known to have shown: the last heartbeat of any worker, or the
 * last run of a chore, which is less than a minute older and stays when all workers have stopped.
 */
export const latestKnownTime =
  "greatest((select max(beat_at) from workers), (select max(ran_at) from chores))";

/** A million waiting deliveries take a minute. Not measured. */
const limitMs = 600_000;

/** Columns with the time until which something waits. A clock that stepped back lets it wait longer by the step. */
const waits = [
  ["receivers", "open_until"],
  ["rate_limits", "spent_until"],
  ["publishing_usage", "spent_until"],
  ["replays", "next_step_at"],
  ["alerts", "due_at"],
  ["sign_in_failures", "blocked_until"],
  ["chores", "ran_at"],
  ["workers", "beat_at"],
] as const;

/**
 * Moves all times in the future back, after the clock of the database stepped back: leases, retries, open circuits, limits
 * and heartbeats. Otherwise all of these would last longer by the step, and an account that publishes would be refused.
 *
 * The step is measured by the latest known time, so it is found up to a few seconds too short, or a minute if no worker ran.
 * Moving that time as well ends the condition: of several workers that notice the step, one repairs it. Rows that a claim or
 * a result changes meanwhile are skipped, because these write times of the new clock.
 */
export async function undoStepBack(url: string): Promise<void> {
  const sql = connectSql(url, 1, { limitMs });
  try {
    const seconds = await undo(sql);
    if (seconds > 0) log.warn({ seconds }, "database clock stepped back; due times moved back");
  } catch (error) {
    log.warn({ err: error }, "moving due times back failed; retried with the next heartbeat");
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Returns the seconds by which times were moved; 0 when another process was faster. */
function undo(sql: Sql): Promise<number> {
  return sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${advisoryLocks.clockStep})`;
    const [{ step }] = await transaction<[{ step: number }]>`
      select coalesce(extract(epoch from ${transaction.unsafe(latestKnownTime)} - clock_timestamp()), 0)::float8 as step`;
    if (step < steppedBackSeconds) return 0;
    const back = transaction`${step}::float8 * interval '1 second'`;
    const moveQueue = (chosen: string) => transaction`
      update queue set due_at = due_at - ${back},
        resume_at = case when resume_at > now() then resume_at - ${back} else resume_at end
      where delivery_id in (
        select delivery_id from queue
        where due_at > now() and due_at < 'infinity' and lane < 3 and ${transaction.unsafe(chosen)}
        for update skip locked
      )`;
    await moveQueue("not leased");
    for (const [table, column] of waits)
      await transaction`
        update ${transaction(table)} set ${transaction(column)} = ${transaction(column)} - ${back}
        where ${transaction(column)} > now()`;
    // Last, because results of requests in flight wait for the rows that this locks until the transaction ends.
    // A lease that ends later than any claimed now was claimed before the step.
    await moveQueue(`leased and due_at > clock_timestamp() + ${longestLeaseSql}`);
    return Math.round(step);
  });
}
