"use client";

import { useLayoutEffect, useMemo, useRef } from "react";
import type { Delivery } from "@/lib/deliveries/queries";
import type { RowActions } from "./log-row";
import type { Selection } from "./use-selection";

/** The same object for as long as the log is there: a row is drawn anew only when something about it changes. */
export function useRowActions(
  open: RowActions["open"],
  selection: Selection,
  shown: readonly Delivery[],
): RowActions {
  const latest = useRef({ selection, shown });
  useLayoutEffect(() => {
    latest.current = { selection, shown };
  });
  return useMemo(
    () => ({
      open,
      toggle: (id, event) => {
        const { selection, shown } = latest.current;
        if (!event.shiftKey) return selection.toggle(id);
        const order = shown.map((row) => row.id);
        selection.extendTo(id, order);
      },
    }),
    [open],
  );
}
