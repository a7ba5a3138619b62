"use client";

import { useEffect } from "react";
import { markUnsaved, mayLeave } from "@/components/address/leave";

/**
 * Asks for confirmation before unsaved input is lost to a closed tab, a link, or Back and Forward. What calls the
 * router itself asks by `mayLeave`.
 */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const unmark = markUnsaved();
    const path = window.location.pathname;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      if (!leaves(event) || mayLeave()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Back and Forward. The router hears of them once the address has changed, which is too late to ask.
    const onNavigate = (event: NavigateEvent) => {
      const isTraversal = event.navigationType === "traverse" && event.cancelable;
      if (!isTraversal || new URL(event.destination.url).pathname === path) return;
      if (!mayLeave()) event.preventDefault();
    };
    window.addEventListener("beforeunload", onUnload);
    // Browsers before 2026 may lack it. They leave without a question.
    window.navigation?.addEventListener("navigate", onNavigate);
    document.addEventListener("click", onClick, { capture: true });
    return () => {
      unmark();
      window.removeEventListener("beforeunload", onUnload);
      window.navigation?.removeEventListener("navigate", onNavigate);
      document.removeEventListener("click", onClick, { capture: true });
    };
  }, [isDirty]);
}

/** Returns whether a click opens another page in this tab. */
function leaves(event: MouseEvent): boolean {
  const link = event.target instanceof Element && event.target.closest("a[href]");
  if (!link || link.getAttribute("href")?.startsWith("#")) return false;
  const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
  return !opensElsewhere && link.getAttribute("target") !== "_blank";
}
