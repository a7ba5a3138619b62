/**
 * Seconds for which each case runs before it is counted. A case of two seconds measured how fast code is compiled rather
 * than the product: once it made the slower of two versions look faster.
 */
export const warmUpSeconds = 5;

/** Returns the seconds for which each case is counted: equally many for all cases of a row. */
export function secondsOf(quick: boolean, inFull: number): number {
  return quick ? warmUpSeconds : inFull;
}
