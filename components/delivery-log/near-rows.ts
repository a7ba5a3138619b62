import type { Delivery } from "@/lib/deliveries/queries";

export type LogItem = { day: string; at: string } | { delivery: Delivery; index: number };

/** Inserts a heading before the first row of each day. */
export function itemsOf(rows: readonly Delivery[], dayOf: (iso: string) => string): LogItem[] {
  const items: LogItem[] = [];
  let last: string | undefined;
  for (const [index, delivery] of rows.entries()) {
    const day = dayOf(delivery.createdAt);
    if (day !== last) items.push({ day, at: delivery.createdAt });
    last = day;
    items.push({ delivery, index });
  }
  return items;
}

export function keyOf(item: LogItem | undefined): string {
  if (!item) return "";
  return "day" in item ? item.day : item.delivery.id;
}

/** Returns the offset of each item, followed by the end of the last (prefix sums). */
export function startsOf(heights: readonly number[]): number[] {
  const starts = [0];
  for (const height of heights) starts.push((starts.at(-1) ?? 0) + height);
  return starts;
}

type Stretch = { from: number; to: number };

const beyond = 12;
/** The window moves in steps of this many items, which bounds renders during slow scrolling. */
const step = 8;

/** Returns the half-open range of items between `from` and `to` px, with overscan. */
export function itemsNear(starts: readonly number[], { from, to }: Stretch): Stretch {
  const count = starts.length - 1;
  const first = Math.floor(itemAt(starts, from) / step) * step;
  const last = Math.ceil((itemAt(starts, to) + 1) / step) * step;
  return { from: Math.max(0, first - beyond), to: Math.min(count, last + beyond) };
}

/** Binary search for the item at offset `y`. */
function itemAt(starts: readonly number[], y: number): number {
  let [low, high] = [0, Math.max(0, starts.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}
