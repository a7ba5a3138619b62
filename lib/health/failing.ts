import { type SQL, sql } from "drizzle-orm";

/**
 * SQL that is true while a receiver fails, by the function `is_failing` of the database: the single rule for the state
 * "failing" of a webhook, for an incident, and for operational events and alerts, which triggers write.
 *
 * @param r alias of the row of `receivers`
 */
export function isFailing(r: SQL): SQL<boolean> {
  return sql<boolean>`coalesce(is_failing(${r}), false)`;
}
