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

/** Returns a short name such as "Firefox on Linux". */
export function browserName(userAgent: string | undefined): string {
  const [browser, system] = [nameIn(browsers, userAgent), nameIn(systems, userAgent)];
  if (!browser) return userAgent ?? "Unknown browser";
  return system ? `${browser} on ${system}` : browser;
}

/** The first match wins, because user agents also name the browsers they derive from. */
function nameIn(known: readonly (readonly [string, string])[], userAgent = ""): string | undefined {
  return known.find(([sign]) => userAgent.includes(sign))?.[1];
}
