import { type Environment, env } from "./env";
import { log } from "./log";
import { isLoopback } from "./loopback";
import { hostOf } from "./outbound/target";

// Next bundles its own copy of each module; `globalThis` keeps one flag for the process.
const shared = globalThis as { postbackIgnoresProxy?: boolean };

/**
 * Logs a warning once when requests come through a proxy that `TRUST_PROXY` does not count. They then share the proxy's
 * address, so five wrong passwords of one stranger block every unknown browser.
 *
 * @param forwarded the header `X-Forwarded-For`
 */
export function noteForwarding(forwarded: string | null): void {
  if (shared.postbackIgnoresProxy || forwarded === null || !isBehindUncountedProxy(env())) return;
  shared.postbackIgnoresProxy = true;
  log.warn(
    "X-Forwarded-For ignored; set TRUST_PROXY to the number of proxies in front of Postback",
  );
}

/** Returns whether this process got such a request. */
export function isProxyIgnored(): boolean {
  return shared.postbackIgnoresProxy ?? false;
}

/**
 * Returns whether the settings suggest a proxy that is not counted: `PUBLIC_URL` has a host other than Postback's own.
 * The header alone proves nothing, because any client can send it.
 */
export function isBehindUncountedProxy(
  settings: Pick<Environment, "PUBLIC_URL" | "TRUST_PROXY" | "HOST">,
) {
  const { PUBLIC_URL, TRUST_PROXY, HOST } = settings;
  if (TRUST_PROXY > 0 || PUBLIC_URL === undefined) return false;
  const host = hostOf(new URL(PUBLIC_URL).hostname);
  return host !== HOST && !isLoopback(host);
}
