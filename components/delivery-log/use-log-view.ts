"use client";

import { useQueryStates } from "nuqs";
import { useTransition } from "react";
import type { DeliveryView } from "@/lib/deliveries/view";
import { logAddress } from "./log-address";

/** What of the log is looked at. It lives in the address, so that it can be reloaded and passed on. */
export function useLogView(lockedTo: string | undefined) {
  const [pending, startTransition] = useTransition();
  const [filters, setFilters] = useQueryStates(logAddress, { startTransition });
  const view: DeliveryView = lockedTo ? { ...filters, webhook: [lockedTo] } : filters;
  const { webhook, ...others } = filters;
  const values = lockedTo ? Object.values(others) : [...Object.values(others), webhook];
  const filtered = values.some((value) => (Array.isArray(value) ? value.length > 0 : value));
  return { view, filtered, pending, setFilters, clear: () => void setFilters(null) };
}

export type LogView = ReturnType<typeof useLogView>;
