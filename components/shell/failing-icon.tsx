"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";

const href = "/icon-failing.svg";

/** Shows the icon with a red dot in the browser's tab. Every page renders the usual icon anew. */
export function FailingIcon() {
  const path = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation may replace the link
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!link) return;
    const usual = link.href;
    link.href = href;
    return () => {
      link.href = usual;
    };
  }, [path]);
  return null;
}
