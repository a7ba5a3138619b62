"use client";

import { makeTabList } from "@/components/ui/tab-list";

/** A replay whose progress is shown on the pages where it was started. */
export type WatchedReplay = {
  id: string;
  /** "Retry of 132 deliveries to Orbit Learning" */
  title: string;
  /** Webhooks of its filter; empty when it may be of any. */
  webhooks: readonly string[];
  /** What screen readers hear: that it has started, or how it ended. */
  said: string;
  hasEnded: boolean;
};
const watched = makeTabList<WatchedReplay>();

export function watchReplay(one: Omit<WatchedReplay, "hasEnded">): void {
  unwatchReplay(one.id);
  watched.set([...watched.now(), { ...one, hasEnded: false }]);
}

export function endWatched(id: string, words: string): void {
  const end = (each: WatchedReplay) => ({ ...each, said: words, hasEnded: true });
  watched.set(watched.now().map((each) => (each.id === id ? end(each) : each)));
}

export function unwatchReplay(id: string): void {
  watched.set(watched.now().filter((each) => each.id !== id));
}

/** Drops those whose end was seen. */
export function unwatchEnded(): void {
  watched.set(watched.now().filter(({ hasEnded }) => !hasEnded));
}

export const useWatchedReplays = watched.use;

/** Whether a retry of this webhook was started in this tab and has not ended. */
export function useIsRetrying(webhook: string): boolean {
  return watched.use().some(({ webhooks, hasEnded }) => !hasEnded && webhooks.includes(webhook));
}
