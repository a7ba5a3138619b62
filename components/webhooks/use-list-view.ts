"use client";

import { useAddress } from "@/components/address/use-address";
import { webhookAddress } from "./webhook-address";

export type ListView = ReturnType<typeof useListView>;

/** Filters and order of the list, from the address. */
export function useListView() {
  const [view, set] = useAddress(webhookAddress);
  const isFiltered = view.q !== "" || view.status.length > 0 || view.event.length > 0;
  const clear = () => set({ q: null, status: null, event: null });
  return { view, set, isFiltered, clear };
}
