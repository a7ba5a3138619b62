"use client";

import { useMemo, useSyncExternalStore } from "react";

/** A demonstration that runs or has run. */
export type Shown = { binId: string; webhookId: string; eventId: string; failing: boolean };

/** Page that shows a demonstration. Each has its own. */
export type Place = "overview" | "inbox";

const listeners = new Set<() => void>();

/**
 * Returns the demonstration of this tab, and a function to set it. Kept through navigation and reloads. Undefined on the
 * server and until hydrated.
 */
export function useShown(place: Place) {
  const key = `demonstration ${place}`;
  const text = useSyncExternalStore(
    subscribe,
    () => sessionStorage.getItem(key),
    () => null,
  );
  const shown = useMemo(() => (text === null ? undefined : (JSON.parse(text) as Shown)), [text]);
  const setShown = (next: Shown | undefined) => {
    if (next) sessionStorage.setItem(key, JSON.stringify(next));
    else sessionStorage.removeItem(key);
    for (const listener of listeners) listener();
  };
  return [shown, setShown] as const;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
