"use client";

import { useSyncExternalStore } from "react";

/** Returns whether the component takes over what the server has drawn. It then renders once more, with false. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
}

const subscribeToNothing = () => () => {};
