/**
 * Returns the address to open after sign-in: `next` resolved against the dashboard's origin, or `/` when it leads
 * elsewhere. Anybody can write a link with a `next`. A pathname that begins with `//` names another host as soon as it
 * is resolved again (`/.//evil.example` has the pathname `//evil.example`), so only the resolved href is returned.
 *
 * @param origin the dashboard's own, as `window.location.origin`
 */
export function returnAddress(next: string, origin: string): string {
  const home = `${origin}/`;
  if (!URL.canParse(next, home)) return home;
  const resolved = new URL(next, home);
  return resolved.origin === origin && !resolved.pathname.startsWith("//") ? resolved.href : home;
}
