"use client";
"use no memo";

import { useWindowVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef } from "react";
import { keyOf, type LogItem } from "./log-items";
import { focusRow } from "./row-focus";

const dayHeight = 32;
const drawnByServer = 30;
const stickyPx = 96;

type Settings = {
  items: LogItem[];
  height: number;
  /** Where the rows begin on the page; unknown on the server. */
  top: number | undefined;
  opened: string | null;
};

/** Which rows are near the screen, and how much room those before and after them take. */
export function useVirtualRows({ items, height, top, opened }: Settings) {
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: (n) => ("day" in (items[n] ?? {}) ? dayHeight : height),
    getItemKey: (n) => keyOf(items[n]),
    overscan: 12,
    scrollMargin: top ?? 0,
    scrollPaddingStart: stickyPx,
    scrollPaddingEnd: 72,
    enabled: top !== undefined,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height makes all that was measured wrong
  useLayoutEffect(() => virtual.measure(), [virtual, height]);
  useAnchor(virtual, { items, height, opened });

  const reveal = (index: number) =>
    virtual.scrollToIndex(items.findIndex((item) => "index" in item && item.index === index));
  if (top === undefined)
    return { shown: items.slice(0, drawnByServer), before: 0, after: 0, last: 0, reveal };
  const drawn = virtual.getVirtualItems();
  const [first, last] = [drawn[0], drawn.at(-1)];
  return {
    shown: drawn.flatMap(({ index }) => items[index] ?? []),
    before: first ? first.start - top : 0,
    after: last ? virtual.getTotalSize() - (last.end - top) : 0,
    last: last?.index ?? 0,
    reveal,
  };
}

/** The panel makes rows higher: the one that it shows stays where it can be seen. */
function useAnchor(
  virtual: Virtualizer<Window, Element>,
  { items, height, opened }: Omit<Settings, "top">,
): void {
  const anchor = useRef({ height, id: opened });
  useLayoutEffect(() => {
    const known = anchor.current;
    const id = opened ?? known.id;
    anchor.current = { height, id };
    if (height === known.height || !id) return;
    const n = items.findIndex((item) => keyOf(item) === id);
    if (n >= 0) virtual.scrollToIndex(n, { align: "center" });
    // The row that had the focus was drawn anew on the way.
    if (!opened) requestAnimationFrame(() => requestAnimationFrame(() => focusRow(id)));
  });
}
