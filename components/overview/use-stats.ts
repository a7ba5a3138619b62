"use client";

import { useQuery } from "@tanstack/react-query";
import { useFallback } from "@/components/live/use-live-state";
import { useAccount } from "@/components/scope/account-scope";
import { type Stats, statsQueries } from "@/lib/stats/queries";
import { useRange } from "./use-range";

/** Some figures change without an event, such as the age of the oldest queued delivery. */
const everyMs = 5000;

export function useStats() {
  const { view } = useRange();
  const account = useAccount();
  const fallback = useFallback(everyMs);
  return useQuery({
    ...statsQueries.read(view, account ? { account } : {}),
    refetchInterval: (query) => Math.min(fallback(query), 3 * everyMs),
  });
}

/** True when no attempt ended in the range and the queue is empty. */
export function isQuiet({ totals, series, queue }: Stats): boolean {
  const moved = series.some((one) => one.delivered + one.retrying + one.failed > 0);
  return !moved && totals.retrying === 0 && queue.unfinished === 0;
}
