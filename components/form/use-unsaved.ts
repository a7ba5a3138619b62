"use client";

import { useEffect } from "react";
import { askBeforeLeaving } from "@/components/address/leave";

/**
 * Asks for confirmation before unsaved input is lost to a closed tab, a link, or Back and Forward. What calls the
 * router itself asks by `mayLeave`.
 */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const stopAsking = askBeforeLeaving(() => mayLoseInput());
    const path = window.location.pathname;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      if (!leaves(event) || mayLoseInput()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Back and Forward. The router hears of them once the address has changed, which is too late to ask.
    const onNavigate = (event: NavigateEvent) => {
      const isTraversal = event.navigationType === "traverse" && event.cancelable;
      if (!isTraversal || new URL(event.destination.url).pathname === path) return;
      if (!mayLoseInput()) event.preventDefault();
    };
    window.addEventListener("beforeunload", onUnload);
    // Browsers before 2026 may lack it. They leave without a question.
    window.navigation?.addEventListener("navigate", onNavigate);
    document.addEventListener("click", onClick, { capture: true });
    return () => {
      stopAsking();
      window.removeEventListener("beforeunload", onUnload);
      window.navigation?.removeEventListener("navigate", onNavigate);
      document.removeEventListener("click", onClick, { capture: true });
    };
  }, [isDirty]);
}

const mayLoseInput = () => window.confirm("Your changes are not saved. Leave this page?");

/** Returns whether a click opens another page in this tab. */
function leaves(event: MouseEvent): boolean {
  const link = event.target instanceof Element && event.target.closest("a[href]");
  if (!link || link.getAttribute("href")?.startsWith("#")) return false;
  const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
  return !opensElsewhere && link.getAttribute("target") !== "_blank";
}
