import { env } from "@/lib/env";
import { Problem } from "@/lib/protocol/problem";

const safe = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a write that another site's page sends with our cookie: by `Sec-Fetch-Site`, else by `Origin` compared with
 * our own host (the algorithm of Go 1.25's CrossOriginProtection). A request with neither header is refused.
 * @throws Problem 40301
 */
export function assertSameOrigin(request: Request): void {
  if (safe.has(request.method)) return;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null ? site === "same-origin" || site === "none" : isOurs(request)) return;
  throw new Problem(40301);
}

function isOurs(request: Request): boolean {
  const origin = request.headers.get("origin");
  if (!origin || !URL.canParse(origin)) return false;
  const host = request.headers.get("host");
  const publicUrl = env().PUBLIC_URL;
  const { host: from } = new URL(origin);
  return from === host || (publicUrl !== undefined && from === new URL(publicUrl).host);
}
