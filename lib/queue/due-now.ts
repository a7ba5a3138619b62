/**
 * SQL for the due time of a row that may be claimed at once. The column holds milliseconds, and Postgres rounds to the
 * nearest: every second `now()` would lie up to half a millisecond in the future, where a claim at once misses it.
 */
export const dueNow = "date_trunc('milliseconds', now())";
