/**
 * Goes back to an address, if the entries of the history since then show only deliveries in its drawer. Returns whether
 * there is such an entry. Older browsers cannot tell.
 */
export function returnTo(address: string): boolean {
  const { pathname, origin } = window.location;
  const { navigation } = window as { navigation?: Navigation };
  const now = navigation?.currentEntry?.index ?? 0;
  const entries = navigation?.entries() ?? [];
  for (let at = now - 1; at >= 0; at--) {
    const url = new URL(entries[at]?.url ?? origin);
    if (url.href === origin + address) {
      window.history.go(at - now);
      return true;
    }
    if (url.pathname !== pathname || !url.searchParams.has("d")) return false;
  }
  return false;
}
