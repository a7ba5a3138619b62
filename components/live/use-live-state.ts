"use client";

import { useSyncExternalStore } from "react";
import { afterFailureMs, type Failable } from "@/lib/query-client";
import { type LiveState, liveState, liveStateOnServer, watchState } from "./connection";

/** Returns whether the stream of changes is connected. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(watchState, liveState, liveStateOnServer);
}

/** `refetchInterval`: rare while the stream is connected, `everyMs` without it, and soon after a failure. */
export function useFallback(everyMs: number): (query: Failable) => number {
  const isLive = useLiveState().state === "live";
  const calmMs = isLive ? Math.max(60_000, 10 * everyMs) : everyMs;
  return (query) => afterFailureMs(query) || calmMs;
}
