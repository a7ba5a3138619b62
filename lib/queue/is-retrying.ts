import { type SQL, sql } from "drizzle-orm";
import { replayItems } from "@/db/schema/replays";

/**
 * SQL that is true for the queue row of a delivery that has not ended: "pending" in all figures. Tests are not counted. A
 * replay may also queue deliveries that were delivered, and they stay delivered.
 *
 * @param q alias of the row of `queue`
 */
export function isUnfinished(q: SQL): SQL {
  return sql`(${q}.trigger <> 'test' and (${q}.replay_id is null or not exists (
    select from ${replayItems} i where i.replay_id = ${q}.replay_id and i.delivery_id = ${q}.delivery_id
      and i.status_before = 'delivered')))`;
}

/**
 * SQL that is true for the queue row of a delivery that waits for another attempt after a failed one: "retrying" in the
 * log and in all figures.
 *
 * @param q alias of the row of `queue`
 */
export function isRetrying(q: SQL): SQL {
  return sql`(${q}.attempt > ${q}.leased::int and ${isUnfinished(q)})`;
}
