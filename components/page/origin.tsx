"use client";

import { createContext, useContext, useSyncExternalStore } from "react";

/** Address of this installation, as the server knows it from the request. */
export const ServerOrigin = createContext("");

/** Returns the address of this installation: the server's while hydrating, then the browser's own. */
export function useOrigin(): string {
  const rendered = useContext(ServerOrigin);
  return useSyncExternalStore(
    () => () => {},
    () => window.location.origin,
    () => rendered,
  );
}
