"use client";

import { useSyncExternalStore } from "react";
import { afterFailureMs, type Failable } from "@/lib/query-client";
import { type LiveState, liveState, liveStateOnServer, watchState } from "./connection";

/** Whether this page hears of changes at the moment. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(watchState, liveState, liveStateOnServer);
}

/** For `refetchInterval`: seldom; as often as `everyMs` only while nothing tells of changes, and soon after a failure. */
export function useFallback(everyMs: number): (query: Failable) => number {
  const isLive = useLiveState().state === "live";
  const calmMs = isLive ? Math.max(60_000, 10 * everyMs) : everyMs;
  return (query) => afterFailureMs(query) || calmMs;
}
