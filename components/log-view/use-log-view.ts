"use client";

import { type MouseEvent, useCallback, useState } from "react";
import type { Way } from "@/components/address/query-ahead";
import { useAddress } from "@/components/address/use-address";
import { logAddress, logDisplay } from "@/components/deliveries/log-address";
import type { DeliveryView } from "@/lib/deliveries/view";

const cleared = Object.fromEntries(
  Object.keys(logAddress).flatMap((name) => (name === "account" ? [] : [[name, null]])),
);

/** The filters of the log. They live in the address, so that a view can be reloaded and shared. */
export function useLogView(lockedTo: string | undefined) {
  const [filters, setFilters] = useAddress(logAddress);
  const view: DeliveryView = lockedTo ? { ...filters, webhook: [lockedTo] } : filters;
  // The account is chosen for all pages, so it is no filter of the log.
  const { account, webhook, ...others } = filters;
  const values = lockedTo ? Object.values(others) : [...Object.values(others), webhook];
  const filtered = values.some((value) => (Array.isArray(value) ? value.length > 0 : value));
  const clear = () => setFilters(cleared);
  return { view, filtered, setFilters, clear, lockedTo };
}

export type LogView = ReturnType<typeof useLogView>;

/** Media query of windows with room for a drawer beside the rows. */
export const hasDrawer = "(min-width: 64rem)";

/** Display settings of the log, kept in the address: the delivery in the drawer, the density, live updates. */
export function useLogDisplay() {
  const [{ d: opened, live, view }, set] = useAddress(logDisplay);
  const [byKey, setByKey] = useState(false);
  const open = useCallback(
    // The chosen attempt belongs to the delivery shown before.
    (d: string | null, history: Way = "replace") => set({ d, att: null }, { history }),
    [set],
  );
  /** Opens a row beside the log where there is room for it; otherwise its link leads to its page. */
  const follow = useCallback(
    (id: string, event: MouseEvent) => {
      const plain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!plain || !window.matchMedia(hasDrawer).matches) return;
      event.preventDefault();
      setByKey(isByKey(event));
      // Back closes the drawer, and leaves the rows where they are then.
      window.history.scrollRestoration = "manual";
      open(id, "push");
    },
    [open],
  );
  const setLive = (on: boolean) => set({ live: on ? null : "0" });
  return {
    opened,
    byKey,
    open,
    follow,
    live: live === "1",
    setLive,
    compact: view === "compact",
  };
}

/** Returns whether a key or a program clicked. For the Enter key on a link, Firefox reports one click, at 0, 0. */
function isByKey({ detail, clientX, clientY }: MouseEvent): boolean {
  return detail === 0 || (clientX === 0 && clientY === 0);
}
