const browsers = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
  ["curl/", "curl"],
] as const;
const systems = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
] as const;

/** "Firefox on Linux": enough to know one's own again. */
export function browserName(userAgent: string | undefined): string {
  const [browser, system] = [nameIn(browsers, userAgent), nameIn(systems, userAgent)];
  if (!browser) return userAgent ?? "Unknown browser";
  return system ? `${browser} on ${system}` : browser;
}

/** The first sign decides: many claim to be what they are built on as well. */
function nameIn(known: readonly (readonly [string, string])[], userAgent = ""): string | undefined {
  return known.find(([sign]) => userAgent.includes(sign))?.[1];
}
