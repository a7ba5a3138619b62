"use client";

import { useSyncExternalStore } from "react";
import { rowsNear } from "./near-rows";

const drawnByServer = 30;
/** Heights of the header and the bar that cover rows. */
const cover = { topPx: 96, bottomPx: 72 };

type Settings = {
  count: number;
  height: number;
  /** Offset of the rows on the page; undefined on the server. */
  top: number | undefined;
};

/** Windowed rendering: returns the range of rows near the viewport and the height of those before and after. */
export function useVirtualRows({ count, height, top }: Settings) {
  const { from, to } = useNear({ count, height, top });
  const reveal = (index: number) => {
    const start = (top ?? 0) + index * height;
    bringIntoSight(start, start + height);
  };
  return {
    from,
    to,
    before: top === undefined ? 0 : from * height,
    after: top === undefined ? 0 : (count - to) * height,
    reveal,
  };
}

/** Snapshot as text, so that it stays equal until the window of rows changes. */
function useNear({ count, height, top }: Settings) {
  const start = `0 ${Math.min(count, drawnByServer)}`;
  const look = () => {
    if (top === undefined) return start;
    const from = window.scrollY - top;
    const near = rowsNear(count, height, { from, to: from + window.innerHeight });
    return `${near.from} ${near.to}`;
  };
  const near = useSyncExternalStore(onMove, look, () => start);
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
