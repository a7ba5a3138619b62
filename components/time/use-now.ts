"use client";

import { useContext, useSyncExternalStore } from "react";
import { DrawnAt } from "./drawn-at";
import { readSecond, subscribeToSeconds, wholeSecond } from "./seconds";

/** Returns the current second. All subscribers share one timer. */
export function useNow(): number {
  return useNowSelector((now) => now);
}

/** Returns a value computed from the current second. The component renders when the value changes, not each second. */
export function useNowSelector<T extends string | number | boolean>(select: (now: number) => T): T {
  const drawnAt = useContext(DrawnAt);
  return useSyncExternalStore(
    subscribeToSeconds,
    () => select(readSecond()),
    () => select(drawnAt ?? wholeSecond()),
  );
}
