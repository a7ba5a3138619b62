import { navigationStart } from "@/components/address/navigation-start";

/** Next calls this in the browser. It is part of every page, so it only reports to those that listen. */
export function onRouterTransitionStart(): void {
  window.dispatchEvent(new Event(navigationStart));
}
