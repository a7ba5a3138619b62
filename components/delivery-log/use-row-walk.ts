"use client";

import type { RefObject } from "react";
import type { Delivery } from "@/lib/deliveries/queries";
import { focusedRow, focusRow } from "./row-focus";
import type { LogManner } from "./use-log-manner";
import type { Selection } from "./use-selection";

export type RowWalk = {
  rows: readonly Delivery[];
  selection: Selection;
  /** How to bring a row to the screen. */
  reveal: RefObject<((index: number) => void) | undefined>;
  manner: LogManner;
};

/** From row to row by the keyboard; with Shift, what is passed is selected. */
export function useRowWalk({ rows, selection, reveal, manner }: RowWalk) {
  const { opened, open } = manner;
  const current = () => rows.findIndex(({ id }) => id === (focusedRow() ?? opened));

  function move(by: 1 | -1, event: KeyboardEvent) {
    const beside = document.activeElement?.closest("aside");
    if (beside && event.key.startsWith("Arrow")) return beside.scrollBy({ top: by * 60 });
    const to = Math.min(Math.max(current() + by, 0), rows.length - 1);
    const target = rows[to];
    if (!target) return;
    const order = rows.map(({ id }) => id);
    if (event.shiftKey) selection.extendTo(target.id, order);
    if (opened) open(target.id);
    reveal.current?.(to);
    focusRow(target.id);
  }
  return { move, current };
}
