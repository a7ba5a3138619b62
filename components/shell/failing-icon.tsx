"use client";

import { useEffect } from "react";

/** Shows the icon with a red dot in the browser's tab. Browsers take the last icon, and a navigation may add another. */
export function FailingIcon() {
  useEffect(() => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "icon", type: "image/svg+xml", href: "/icon-failing.svg" });
    const comeLast = () => {
      const icons = document.head.querySelectorAll('link[rel="icon"]');
      if (icons.item(icons.length - 1) !== link) document.head.append(link);
    };
    const observer = new MutationObserver(comeLast);
    comeLast();
    observer.observe(document.head, { childList: true });
    return () => {
      observer.disconnect();
      link.remove();
    };
  }, []);
  return null;
}
