type Stretch = { from: number; to: number };

/** Rows beyond the screen, in each direction. */
const beyond = 12;
/** The window moves in steps of this many rows, which bounds renders during slow scrolling. */
const step = 8;

/** Returns the half-open range of rows between `from` and `to` px, with overscan. All rows have one height. */
export function rowsNear(count: number, height: number, { from, to }: Stretch): Stretch {
  const rowAt = (y: number) =>
    Math.min(Math.max(0, Math.floor(y / height)), Math.max(0, count - 1));
  const first = Math.floor(rowAt(from) / step) * step;
  const last = Math.ceil((rowAt(to) + 1) / step) * step;
  return { from: Math.max(0, first - beyond), to: Math.min(count, last + beyond) };
}
