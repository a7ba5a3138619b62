import { useSyncExternalStore } from "react";

/** A list that the pages of a tab share. It is empty on the server and after a reload. */
export type TabList<Item> = {
  now: () => readonly Item[];
  set: (items: readonly Item[]) => void;
  /** Rerenders with each change. */
  use: () => readonly Item[];
};

export function makeTabList<Item>(): TabList<Item> {
  const none: readonly Item[] = [];
  let items = none;
  const listeners = new Set<() => void>();
  const now = () => items;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    now,
    set: (next) => {
      items = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, now, () => none),
  };
}
