import { useRef } from "react";

/** Gives the focus back to what had it before a dialog without a trigger opened. */
export function useFocusReturn() {
  const before = useRef<Element>(null);
  return {
    remember: () => {
      before.current = document.activeElement;
    },
    /** What had the focus may be unmounted by now, such as the row of a revoked key. With an address that opens the dialog, nothing had it. */
    giveBack: (event: Event) => {
      event.preventDefault();
      const { current } = before;
      const isLost = !current?.isConnected || current === document.body;
      const target = isLost ? document.getElementById("main") : current;
      if (target instanceof HTMLElement) target.focus();
    },
  };
}
