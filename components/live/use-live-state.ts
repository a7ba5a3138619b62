"use client";

import { useSyncExternalStore } from "react";
import { afterFailureMs, type Failable } from "@/lib/query-client";
import { type LiveState, liveState, liveStateOnServer, watchState } from "./connection";

/** Returns the state of the stream of changes. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(watchState, liveState, liveStateOnServer);
}

/**
 * Returns whether changes may be missing. The first connection counts as up until it is late, so that lists do not
 * render again once it is there.
 */
export function useIsDisconnected(): boolean {
  return useSyncExternalStore(watchState, isDisconnected, () => false);
}

function isDisconnected(): boolean {
  const { state } = liveState();
  return state !== "live" && state !== "connecting";
}

/** `refetchInterval`: rare while the stream is connected, `everyMs` without it, and soon after a failure. */
export function useFallback(everyMs: number): (query: Failable) => number {
  const calmMs = useIsDisconnected() ? everyMs : Math.max(60_000, 10 * everyMs);
  return (query) => afterFailureMs(query) || calmMs;
}
