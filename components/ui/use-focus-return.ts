import { useRef } from "react";

/** Gives the focus back to what had it before a dialog without a trigger opened. */
export function useFocusReturn() {
  const before = useRef<Element>(null);
  return {
    remember: () => {
      before.current = document.activeElement;
    },
    /** What had the focus may be unmounted by now, such as the row of a revoked key. */
    giveBack: (event: Event) => {
      event.preventDefault();
      const target = before.current?.isConnected ? before.current : document.getElementById("main");
      if (target instanceof HTMLElement) target.focus();
    },
  };
}
