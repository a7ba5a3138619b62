/**
 * SQL for the due time of a row that may be claimed at once. The column holds milliseconds, and Postgres rounds to the
 * nearest. Half of all values of `now()` would be rounded up into the future, and a claim in the same moment would miss the row.
 */
export const dueNow = "date_trunc('milliseconds', now())";
