"use client";

import { useSyncExternalStore } from "react";
import { type LiveState, liveState, liveStateOnServer, watchState } from "./connection";

/** Whether this page hears of changes at the moment. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(watchState, liveState, liveStateOnServer);
}

/** For `refetchInterval`: seldom, and as often as `everyMs` only while nothing tells of changes. */
export function useFallback(everyMs: number): number {
  const isLive = useLiveState().state === "live";
  return isLive ? Math.max(60_000, 10 * everyMs) : everyMs;
}
