"use client";

import { useEffect } from "react";

const question = "What you typed is not saved. Leave all the same?";

/** Asks before somebody leaves what they typed: by closing the tab, or by a link within the page. */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest("a[href]");
      const stays = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
      if (!link || stays || link.getAttribute("target") === "_blank") return;
      if (window.confirm(question)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("beforeunload", onUnload);
    document.addEventListener("click", onClick, { capture: true });
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, { capture: true });
    };
  }, [isDirty]);
}
