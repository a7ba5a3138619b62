import { type SQL, sql } from "drizzle-orm";

/**
 * SQL that is true for the queue row of a delivery that waits for another attempt after a failed one: "retrying" in the
 * log and in all figures.
 *
 * @param q alias of the row of `queue`
 */
export function isRetrying(q: SQL): SQL {
  return sql`(${q}.trigger <> 'test' and ${q}.attempt > ${q}.leased::int)`;
}
