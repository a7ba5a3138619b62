"use client";

import { useContext, useSyncExternalStore } from "react";
import { DrawnAt } from "./drawn-at";

const listeners = new Set<() => void>();
let now = wholeSecond();
let timer: ReturnType<typeof setInterval> | undefined;

/** Returns the current second. All subscribers share one timer. */
export function useNow(): number {
  return useNowSelector((now) => now);
}

/** Returns a value computed from the current second. The component renders when the value changes, not each second. */
export function useNowSelector<T extends string | number | boolean>(select: (now: number) => T): T {
  const drawnAt = useContext(DrawnAt);
  return useSyncExternalStore(
    subscribe,
    () => select(read()),
    () => select(drawnAt ?? wholeSecond()),
  );
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(tick, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick() {
  now = wholeSecond();
  for (const listener of listeners) listener();
}

/** Without subscribers the timer stops and `now` would be stale. */
function read(): number {
  if (!timer) now = wholeSecond();
  return now;
}

function wholeSecond(): number {
  return Math.floor(Date.now() / 1000) * 1000;
}
