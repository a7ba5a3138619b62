"use client";

import { useSyncExternalStore } from "react";
import { rowsNear } from "./near-rows";
import { onScreenMove, screenSeen } from "./screen";

const drawnByServer = 24;
/** As long as this many rows remain below the screen, the first rows stay as they are: others would delay the page. */
const spare = 4;
export type RowsPlace = {
  /** Scrolls to a row by its index. */
  reveal: (index: number) => void;
  /** Returns the index of the first row that nothing covers. */
  firstInSight: () => number;
};

type Options = {
  count: number;
  height: number;
  /** Offset of the rows on the page; undefined on the server. */
  top: number | undefined;
};

/** Windowed rendering: returns the range of rows near the viewport and the height of those before and after. */
export function useVirtualRows({ count, height, top }: Options) {
  const { from, to } = useNear({ count, height, top });
  const reveal = (index: number) => {
    const start = (top ?? 0) + index * height;
    bringIntoSight(start, start + height);
  };
  const firstInSight = () =>
    Math.max(0, Math.ceil((window.scrollY + cover().topPx - (top ?? 0)) / height));
  return {
    from,
    to,
    firstInSight,
    before: top === undefined ? 0 : from * height,
    after: top === undefined ? 0 : (count - to) * height,
    reveal,
  };
}

/** Snapshot as text, so that it stays equal until the window of rows changes. */
function useNear({ count, height, top }: Options) {
  const start = `0 ${Math.min(count, drawnByServer)}`;
  const look = () => {
    if (top === undefined) return start;
    const screen = screenSeen();
    const from = screen.top - top;
    const to = from + screen.height;
    if (from <= 0 && to <= (drawnByServer - spare) * height) return start;
    const near = rowsNear(count, height, { from, to });
    return `${near.from} ${near.to}`;
  };
  const near = useSyncExternalStore(onScreenMove, look, () => start);
  const [from = 0, to = 0] = near.split(" ").map(Number);
  return { from, to };
}

/** Height of the head of the table. */
const headRem = 2;

/** Returns the heights of what covers rows: the header with the head of the table, and the bar at the bottom of phones. */
function cover() {
  const page = getComputedStyle(document.documentElement);
  const px = Number.parseFloat;
  return {
    topPx: px(page.scrollPaddingTop) + headRem * px(page.fontSize),
    bottomPx: px(page.scrollPaddingBottom),
  };
}

function bringIntoSight(start: number, end: number): void {
  const overlay = document.querySelector("[data-overlay]")?.getBoundingClientRect();
  const { topPx, bottomPx } = cover();
  const bottom = Math.min(window.innerHeight - bottomPx, (overlay?.top ?? Infinity) - 8);
  const most = start - topPx;
  const least = Math.min(end - bottom, most);
  if (window.scrollY > most) window.scrollTo({ top: most });
  else if (window.scrollY < least) window.scrollTo({ top: least });
}
