import type { KeyboardEvent } from "react";
import { withoutIsolation } from "@/lib/format";

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/** Returns the index of the option that a key moves to: the neighbour, an end, or the next one that starts with a typed letter. */
export function nextIndex(
  { key, ctrlKey, metaKey, altKey }: Press,
  shown: readonly { label: string }[],
  at: number,
  isLong: boolean,
): number | undefined {
  const last = shown.length - 1;
  if (key === "ArrowDown") return Math.min(at + 1, last);
  if (key === "ArrowUp") return Math.max(at - 1, 0);
  if (isLong || ctrlKey || metaKey || altKey) return undefined;
  if (key === "Home") return 0;
  if (key === "End") return last;
  if (key.length !== 1 || key === " ") return undefined;
  const order = [...shown.keys()].map((n) => (n + at + 1) % shown.length);
  const starts = (label = "") =>
    withoutIsolation(label).toLowerCase().startsWith(key.toLowerCase());
  return order.find((n) => starts(shown[n]?.label));
}
