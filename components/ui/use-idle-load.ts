"use client";

import { startTransition, useEffect, useState } from "react";

/** Loads the code of a part that a click opens, once the page is idle, so that the click need not wait for it. The click loads it again if that fails. */
export function useIdleLoad(load: () => Promise<unknown>): void {
  useEffect(() => whenIdle(() => void load().catch(() => {})), [load]);
}

/** Returns whether the page has been idle since the component was mounted, for what nobody sees at once. */
export function useWasIdle(): boolean {
  const [wasIdle, setWasIdle] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setWasIdle(true))), []);
  return wasIdle;
}

/** Calls once the page is idle, or after a second. Returns a function that cancels the call. */
export function whenIdle(act: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(act);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(act, { timeout: 1000 });
  return () => cancelIdleCallback(asked);
}
