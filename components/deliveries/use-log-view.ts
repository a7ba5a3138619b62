"use client";

import { useQueryStates } from "nuqs";
import { useTransition } from "react";
import { logAddress } from "./log-address";

/** What of the log is looked at. It lives in the address, so that it can be reloaded and passed on. */
export function useLogView(lockedTo: string | undefined) {
  const [, startTransition] = useTransition();
  const [filters, setFilters] = useQueryStates(logAddress, { startTransition });
  const view = lockedTo ? { ...filters, webhook: lockedTo } : filters;
  const filtered =
    filters.status.length > 0 ||
    filters.event.length > 0 ||
    filters.since !== null ||
    (filters.webhook !== null && !lockedTo);
  return { view, filtered, setFilters, clear: () => void setFilters(null) };
}

export type LogView = ReturnType<typeof useLogView>;
