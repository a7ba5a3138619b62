/**
 * SQL for the due time of a row that may be claimed at once. The column holds milliseconds, and Postgres rounds to the
 * nearest. Half of all values of `now()` would be rounded up into the future, and a claim in the same moment would miss the row.
 */
export const dueNow = "date_trunc('milliseconds', now())";

/**
 * SQL that is true unless `due_at` of a queue row is a day before the row was due: a test or a resend over capacity, which so goes
 * before all other rows of its webhook in lane 1.
 */
export const hasTrueDueTime = (q: string) =>
  `(${q}.lane <> 1 or ${q}.trigger not in ('test', 'resend'))`;
