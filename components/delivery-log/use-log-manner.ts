"use client";

import { useQueryStates } from "nuqs";
import { type MouseEvent, useCallback, useState } from "react";
import { logManner } from "./log-address";
import { focusRow } from "./row-focus";

/** How the log is shown, by the address: which delivery stands beside it, how dense it is, whether it moves. */
export function useLogManner() {
  const [{ d: opened, live, view }, set] = useQueryStates(logManner);
  const [byKey, setByKey] = useState(false);
  const open = useCallback(
    (d: string | null, history: "push" | "replace" = "replace") => void set({ d }, { history }),
    [set],
  );
  /** Beside the log where there is room for it; else the row's link leads to its page. */
  const follow = useCallback(
    (id: string, event: MouseEvent) => {
      const plain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!plain || !window.matchMedia("(min-width: 64rem)").matches) return;
      event.preventDefault();
      setByKey(event.detail === 0);
      open(id, "push");
    },
    [open],
  );
  const close = () => {
    open(null);
    if (opened) focusRow(opened);
  };
  const setLive = (on: boolean) => void set({ live: on ? null : "0" });
  return {
    opened,
    byKey,
    open,
    follow,
    close,
    live: live === "1",
    setLive,
    compact: view === "compact",
  };
}

export type LogManner = ReturnType<typeof useLogManner>;
