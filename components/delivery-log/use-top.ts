"use client";

import { useEffect, useState } from "react";
import { isBelow } from "@/lib/deliveries/log-pages";
import type { Delivery } from "@/lib/deliveries/queries";

/** So far down a reader is in the midst of something, and rows that come must not push it away. */
const topPx = 120;

/**
 * Who is at the top sees what comes. Further down the log stands still, and what came meanwhile waits above it.
 */
export function useTop(rows: Delivery[], viewKey: string) {
  const [mark, setMark] = useState<Delivery>();
  const [seen, setSeen] = useState(viewKey);
  // In another view it is another row that was on top.
  if (seen !== viewKey) {
    setSeen(viewKey);
    setMark(undefined);
  }
  const [first] = rows;
  useEffect(() => {
    const look = () => {
      if (window.scrollY < topPx) setMark(undefined);
      else setMark((known) => known ?? first);
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, [first]);

  const shown = mark ? rows.filter((row) => row.id === mark.id || isBelow(row, mark)) : rows;
  const above = rows.length - shown.length;
  const showAll = () => {
    setMark(undefined);
    window.scrollTo({ top: 0 });
  };
  return { shown, above, showAll };
}

export type LogTop = ReturnType<typeof useTop>;
