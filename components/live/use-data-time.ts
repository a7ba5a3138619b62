"use client";

import { type Query, useQueryClient } from "@tanstack/react-query";
import { useNow } from "@/components/time/use-now";
import { useLiveState } from "./use-live-state";

/**
 * Returns the time of the data on the screen while it may be stale, and undefined while changes arrive as they happen:
 * the latest proof of the stream, or the oldest answer of the queries that poll without it.
 */
export function useDataTime(): number | undefined {
  const client = useQueryClient();
  const now = useNow();
  const live = useLiveState();
  if (live.state === "live" || live.state === "connecting") return undefined;
  const polled = client
    .getQueryCache()
    .findAll({ type: "active", predicate: isPolled })
    .map(({ state }) => state.dataUpdatedAt);
  const oldest = polled.length > 0 ? Math.min(...polled) : performance.timeOrigin;
  return Math.min(now, Math.max(oldest, live.currentAt ?? 0));
}

function isPolled(query: Query): boolean {
  if (query.state.dataUpdatedAt === 0) return false;
  // Infinite lists poll by themselves.
  if (query.meta?.hearsItself) return true;
  return query.observers.some(({ options: { refetchInterval } }) =>
    typeof refetchInterval === "function" ? refetchInterval(query) : refetchInterval,
  );
}
