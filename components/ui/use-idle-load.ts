"use client";

import { useEffect } from "react";

/** Loads the code of a part that a click opens, once the page is idle, so that the click need not wait for it. */
export function useIdleLoad(load: () => Promise<unknown>): void {
  useEffect(() => {
    // Safari has no idle callbacks.
    const { requestIdleCallback: ask = setTimeout, cancelIdleCallback: end = clearTimeout } =
      window as Partial<Pick<Window, "requestIdleCallback" | "cancelIdleCallback">>;
    const asked = ask(() => void load());
    return () => end(asked as number);
  }, [load]);
}
