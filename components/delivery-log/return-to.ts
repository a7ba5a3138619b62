import { navigationStart } from "@/components/address/navigation-start";

type Router = { push: (address: string) => void };

/** Time after which a step back that was not heard of is taken for one that did not happen. */
const backMs = 3000;

/**
 * Goes back to an address, if the entries of the history since then show only deliveries in its drawer. Returns whether
 * there is such an entry. Older browsers cannot tell.
 */
export function returnTo(address: string, router: Router): boolean {
  const { pathname, origin } = window.location;
  const { navigation } = window as { navigation?: Navigation };
  const now = navigation?.currentEntry?.index ?? 0;
  const entries = navigation?.entries() ?? [];
  for (let at = now - 1; at >= 0; at--) {
    const url = new URL(entries[at]?.url ?? origin);
    if (url.href === origin + address) {
      keepNavigation(router);
      window.history.go(at - now);
      return true;
    }
    if (url.pathname !== pathname || !url.searchParams.has("d")) return false;
  }
  return false;
}

/**
 * Begins a navigation again that began while the browser was on its way back. Next drops one that is under way when the
 * address changes.
 */
function keepNavigation({ push }: Router): void {
  const within = AbortSignal.timeout(backMs);
  let begun: string | undefined;
  const note = (event: Event) => {
    begun = (event as CustomEvent<string>).detail;
  };
  const arrive = () => {
    window.removeEventListener(navigationStart, note);
    // The router hears of the step in this task, too.
    if (begun) setTimeout(push, 0, begun);
  };
  window.addEventListener(navigationStart, note, { signal: within });
  window.addEventListener("popstate", arrive, { signal: within, once: true });
}
