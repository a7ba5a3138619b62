import type { Delivery } from "@/lib/deliveries/queries";

export type LogItem = { day: string; at: string } | { delivery: Delivery; index: number };

/** The rows, with the day above the first of each. */
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
