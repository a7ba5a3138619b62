import { timeOfId } from "@/lib/new-id";
import { nilId } from "@/lib/nil-id";

const dayMs = 86_400_000;
/** Longer ranges open all partitions: each range is a statement of its own that a connection prepares. */
const daysLimit = 7;
const highest = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * SQL predicate that is true for these ids of `column`, the key of a partitioned table. The plan then has the partitions of their
 * days (UTC), the first and the default one. Opening all of nine took a quarter of the CPU of a statement that records one result.
 *
 * The bounds are constants, so that the planner prunes partitions. With parameters the executor does, and Postgres 18.4 then
 * mixes up the rest when it rechecks a row that another statement changed: it skips rows of the log without an error, or crashes
 * with all connections.
 *
 * `>= all` prunes like `>=`, but is no index condition, with which the planner could read all rows of these days. The first and the
 * default partition are there because Postgres forgets `enable_seqscan = off` for a table of which one partition is left.
 *
 * @param ids UUIDv7
 */
export function nearIds(column: string, ids: string[]): string {
  const days = ids.map(dayOf);
  const [from, to] = [Math.min(...days), Math.max(...days) + 1];
  if (to - from > daysLimit) return "true";
  const is = (operator: string, id: string) => `${column} ${operator} all ('{${id}}'::uuid[])`;
  return `(${is(">=", firstIdOf(from))} and ${is("<", firstIdOf(to))} or ${is("<=", nilId)} or ${is(">=", highest)})`;
}

/** Returns the number of the day since 1970. */
function dayOf(id: string): number {
  return Math.floor(timeOfId(id) / dayMs);
}

/** Returns the first id of a day, as `id_at` does: the bound of its partition. */
function firstIdOf(day: number): string {
  const hex = (day * dayMs).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
