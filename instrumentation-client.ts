import { navigationStart } from "@/components/address/navigation-start";

/**
 * Next calls this in the browser. It is part of every page, so it only dispatches an event. A step through the history
 * dispatches none: the address has changed by then, and an address written now would be lost.
 */
export function onRouterTransitionStart(url: string, type: "push" | "replace" | "traverse"): void {
  if (type !== "traverse") window.dispatchEvent(new CustomEvent(navigationStart, { detail: url }));
}
