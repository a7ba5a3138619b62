import { navigationStart } from "@/components/address/navigation-start";

/**
 * Next calls this in the browser. It is part of every page, so it only reports to those that listen. Of a step through
 * the history nothing is reported: the address has changed by then, and an address written now would be lost.
 */
export function onRouterTransitionStart(_url: string, type: "push" | "replace" | "traverse"): void {
  if (type !== "traverse") window.dispatchEvent(new Event(navigationStart));
}
