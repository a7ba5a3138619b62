"use client";

import { useState } from "react";

/** Selections by view, kept for the life of the document so that Back restores them. */
const kept = new Map<string, ReadonlySet<string>>();
const keptLimit = 20;

/** Selected deliveries of a view: some by id, or all that match. */
export function useSelection(viewKey: string) {
  const [chosen, setChosen] = useState<{ key: string; ids: ReadonlySet<string> } | null>(null);
  const [allOf, setAllOf] = useState<string>();
  const [loadedOf, setLoadedOf] = useState<string>();
  const [anchor, setAnchor] = useState<string | null>(null);
  const ids = chosen?.key === viewKey ? chosen.ids : (kept.get(viewKey) ?? none);

  const set = (next: ReadonlySet<string>) => {
    kept.delete(viewKey);
    if (next.size > 0) kept.set(viewKey, next);
    const [oldest] = kept.keys();
    if (kept.size > keptLimit && oldest !== undefined) kept.delete(oldest);
    setChosen({ key: viewKey, ids: next });
    setAllOf(undefined);
    setLoadedOf(undefined);
  };
  return {
    ids,
    /** All that match the view, loaded or not. */
    all: allOf === viewKey,
    selectMatching: () => setAllOf(viewKey),
    /** All rows that were loaded then; the list may have loaded more since. */
    allLoaded: loadedOf === viewKey,
    selectLoaded: (some: readonly string[]) => {
      set(new Set(some));
      setLoadedOf(viewKey);
    },
    /** Of all that match, one that is deselected leaves the others of the loaded rows. */
    toggle: (id: string, loaded: readonly string[]) => {
      const next = new Set(allOf === viewKey ? loaded : ids);
      if (!next.delete(id)) next.add(id);
      setAnchor(id);
      set(next);
    },
    /** Selects from the last toggled row up to this one; this one alone where that row is not listed. */
    extendTo: (id: string, order: readonly string[]) => {
      const to = order.indexOf(id);
      const known = order.indexOf(anchor ?? "");
      const from = known < 0 ? to : known;
      if (known < 0) setAnchor(id);
      const span = order.slice(Math.min(from, to), Math.max(from, to) + 1);
      set(new Set([...ids, ...span]));
    },
    clear: () => set(none),
  };
}
export type Selection = ReturnType<typeof useSelection>;

const none: ReadonlySet<string> = new Set();
