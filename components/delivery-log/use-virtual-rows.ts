"use client";

import { useLayoutEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { itemsNear, keyOf, type LogItem, startsOf } from "./near-rows";
import { focusRow } from "./row-focus";

const dayHeight = 32;
const drawnByServer = 30;
/** Heights of the header and the bar that cover rows. */
const cover = { topPx: 96, bottomPx: 72 };

type Settings = {
  items: LogItem[];
  height: number;
  /** Offset of the rows on the page; undefined on the server. */
  top: number | undefined;
  opened: string | null;
};

/** Windowed rendering: returns the rows near the viewport and the height of those before and after. */
export function useVirtualRows({ items, height, top, opened }: Settings) {
  const starts = useMemo(
    () => startsOf(items.map((item) => ("day" in item ? dayHeight : height))),
    [items, height],
  );
  const startOf = (n: number) => starts[n] ?? 0;
  const placeOf = (n: number) => (top ?? 0) + startOf(n);
  const { from, to } = useNear(starts, top);
  useAnchor((n) => center(placeOf(n), placeOf(n + 1)), { items, height, opened });
  return {
    shown: items.slice(from, to),
    before: top === undefined ? 0 : startOf(from),
    after: top === undefined ? 0 : startOf(items.length) - startOf(to),
    last: top === undefined ? 0 : to - 1,
    reveal: (index: number) => {
      const n = items.findIndex((item) => "index" in item && item.index === index);
      bringIntoSight(placeOf(n), placeOf(n + 1));
    },
  };
}

/** Snapshot as text, so that it stays equal until the window of rows changes. */
function useNear(starts: readonly number[], top: number | undefined) {
  const look = () => {
    if (top === undefined) return `0 ${drawnByServer}`;
    const from = window.scrollY - top;
    const near = itemsNear(starts, { from, to: from + window.innerHeight });
    return `${near.from} ${near.to}`;
  };
  const near = useSyncExternalStore(onMove, look, () => `0 ${drawnByServer}`);
  const [from = 0, to = 0] = near.split(" ").map(Number);
  return { from, to };
}

function onMove(call: () => void): () => void {
  window.addEventListener("scroll", call, { passive: true });
  window.addEventListener("resize", call);
  return () => {
    window.removeEventListener("scroll", call);
    window.removeEventListener("resize", call);
  };
}

function bringIntoSight(start: number, end: number): void {
  const least = end + cover.bottomPx - window.innerHeight;
  const most = start - cover.topPx;
  if (window.scrollY > most) window.scrollTo({ top: most });
  else if (window.scrollY < least) window.scrollTo({ top: least });
}

function center(start: number, end: number): void {
  window.scrollTo({ top: (start + end - window.innerHeight) / 2 });
}

type Anchored = Omit<Settings, "top">;

/** Keeps the open row in view when the panel changes the height of rows. */
function useAnchor(show: (n: number) => void, { items, height, opened }: Anchored): void {
  const anchor = useRef({ height, id: opened });
  useLayoutEffect(() => {
    const known = anchor.current;
    const id = opened ?? known.id;
    anchor.current = { height, id };
    if (height === known.height || !id) return;
    const n = items.findIndex((item) => keyOf(item) === id);
    if (n >= 0) show(n);
    // The focused row was remounted.
    if (!opened) requestAnimationFrame(() => requestAnimationFrame(() => focusRow(id)));
  });
}
