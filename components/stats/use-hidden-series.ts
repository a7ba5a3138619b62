"use client";

import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
const known = new Map<string, ReadonlySet<string>>();
const none: ReadonlySet<string> = new Set();

/** Keeps the series that a legend has hidden, for this browser tab. */
export function useHiddenSeries(chart: string) {
  const hidden = useSyncExternalStore(
    subscribe,
    () => read(chart),
    () => none,
  );
  const toggle = (series: string) => {
    const next = new Set(hidden);
    if (!next.delete(series)) next.add(series);
    known.set(chart, next);
    keep(chart, next);
    for (const listener of listeners) listener();
  };
  return { hidden, toggle };
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function read(chart: string): ReadonlySet<string> {
  const cached = known.get(chart);
  if (cached) return cached;
  const hidden = new Set(stored(chart)?.split(",").filter(Boolean));
  known.set(chart, hidden);
  return hidden;
}

/** Browsers may refuse storage; then the choice lasts until the page is reloaded. */
function stored(chart: string): string | undefined {
  try {
    return sessionStorage.getItem(nameOf(chart)) ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(chart: string, hidden: ReadonlySet<string>): void {
  try {
    sessionStorage.setItem(nameOf(chart), [...hidden].join(","));
  } catch {}
}

function nameOf(chart: string): string {
  return `hidden-series:${chart}`;
}
