/** Where each item begins, counted from the first, and at the end where the last one ends. */
export function startsOf(heights: readonly number[]): number[] {
  const starts = [0];
  for (const height of heights) starts.push((starts.at(-1) ?? 0) + height);
  return starts;
}

type Stretch = { from: number; to: number };

const beyond = 12;
/** What is drawn changes only so often, however slowly somebody scrolls. */
const step = 8;

/** The items between `from` and `to` px and some before and after, by their numbers; `to` is the first left out. */
export function itemsNear(starts: readonly number[], { from, to }: Stretch): Stretch {
  const count = starts.length - 1;
  const first = Math.floor(itemAt(starts, from) / step) * step;
  const last = Math.ceil((itemAt(starts, to) + 1) / step) * step;
  return { from: Math.max(0, first - beyond), to: Math.min(count, last + beyond) };
}

/** The item that stands `y` px below the beginning of the first. */
function itemAt(starts: readonly number[], y: number): number {
  let [low, high] = [0, Math.max(0, starts.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}
