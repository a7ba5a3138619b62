import { useState } from "react";

/** Rows drawn at first, and with each further step. */
export const rowsOfStep = 100;

/**
 * Returns the first rows of a list that is read as a whole, and the state of the `Pager` below it: thousands of rows would
 * block the page while they are drawn.
 *
 * @param marked place of a row that is drawn in any case; negative for none
 */
export function useFirstRows<Row>(rows: readonly Row[], marked = -1) {
  const [wanted, setWanted] = useState(rowsOfStep);
  const count = Math.max(wanted, marked + 1);
  return {
    rows: rows.slice(0, count),
    list: {
      hasNextPage: rows.length > count,
      isFetchingNextPage: false,
      fetchNextPage: () => setWanted(count + rowsOfStep),
    },
  };
}
