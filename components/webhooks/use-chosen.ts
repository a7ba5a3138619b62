"use client";

import { useCallback, useState } from "react";
import type { Listed } from "./choose-webhooks";

const none: ReadonlySet<string> = new Set();

/** Webhooks selected in the list. One that a filter hides is not selected. */
export function useChosen(shown: readonly Listed[]) {
  const [ids, setIds] = useState(none);
  const toggle = useCallback((id: string) => {
    setIds((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const chosen = shown.filter(({ webhook }) => ids.has(webhook.id));
  return {
    chosen,
    has: (id: string) => ids.has(id),
    isAll: chosen.length > 0 && chosen.length === shown.length,
    toggle,
    toggleAll() {
      const all = shown.map(({ webhook }) => webhook.id);
      setIds(chosen.length === shown.length ? none : new Set(all));
    },
    clear: () => setIds(none),
  };
}
export type Chosen = ReturnType<typeof useChosen>;
