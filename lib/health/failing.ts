import { type SQL, sql } from "drizzle-orm";

/** Failed attempts in a row from which a webhook is failing at once. */
const failingFrom = 5;

/**
 * SQL that is true while a receiver fails: no attempt succeeded since `failing_since`, and that were several attempts or
 * lasts for a minute. The single rule for the state "failing" of a webhook and for an incident.
 *
 * @param r alias of the row of `receivers`
 */
export function isFailing(r: SQL): SQL<boolean> {
  return sql<boolean>`(${r}.failing_since is not null and (${r}.failures >= ${failingFrom}
    or ${r}.open_until is not null or ${r}.failing_since <= now() - interval '1 minute'))`;
}
