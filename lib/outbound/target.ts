import { isIP } from "node:net";
import { Problem } from "@/lib/protocol/problem";
import { isAllowedAddress } from "./address";
import type { TargetPolicy } from "./policy";

/** Ports from 1024 up where something other than HTTP is at home: the Fetch standard's "bad ports". */
const foreignPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10080,
]);

/**
 * The check of a callback URL's text, at registration; names are not looked up. `path` is where it was given.
 * @throws Problem 40002
 */
export function assertAllowedTarget(
  callbackUrl: string,
  policy: TargetPolicy,
  path = "callbackUrl",
): void {
  const message = targetComplaint(callbackUrl, policy);
  if (message === null) return;
  throw new Problem(40002, `${path}: ${message}.`, { issues: [{ path, message }] });
}

/** Why a callback URL must not be called, or null. Only the connector knows where a name leads. */
export function targetComplaint(callbackUrl: string, policy: TargetPolicy): string | null {
  if (!URL.canParse(callbackUrl)) return "Enter a full URL, such as https://example.com/hooks";
  const url = new URL(callbackUrl);
  if (url.protocol !== "https:" && (policy.httpsOnly || url.protocol !== "http:")) {
    return "Use an address that starts with https://";
  }
  if (!isAllowedPort(url)) {
    return `Port ${url.port} is not allowed; use 80, 443 or a web port above 1023`;
  }
  return hostComplaint(hostOf(url.hostname), policy);
}

/** A host as DNS and sockets take it: no brackets around IPv6, no dot at the end. */
export function hostOf(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");
}

/** Names that mean something only inside one machine or one network. */
export function isLocalName(host: string): boolean {
  return !host.includes(".") || /\.(localhost|local|internal)$/.test(host);
}

function isAllowedPort(url: URL): boolean {
  if (url.port === "" || url.port === "80" || url.port === "443") return true;
  const port = Number(url.port);
  return port >= 1024 && !foreignPorts.has(port);
}

function hostComplaint(host: string, { allowed }: TargetPolicy): string | null {
  if (isIP(host)) {
    if (isAllowedAddress(host, allowed)) return null;
    return `The address ${host} is not public; use one that the internet can reach, or add its range to ALLOW_PRIVATE_CIDRS`;
  }
  // While private ranges are open, a local name may well lead into one: its addresses decide.
  if (allowed.length > 0 || !isLocalName(host)) return null;
  return `The name ${host} is local; use one that the internet can reach, or set ALLOW_PRIVATE_CIDRS`;
}
