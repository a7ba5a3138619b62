import { isIP } from "node:net";
import { callbackUrlComplaint } from "@/lib/protocol/callback-url";
import { inboxHost, inboxTokenOf } from "@/lib/protocol/inbox-address";
import { problemAt } from "@/lib/protocol/problem-at";
import { isAllowedAddress } from "./address";
import type { TargetPolicy } from "./policy";
import { isAllowedPort } from "./ports";

/**
 * Top-level domains that no public name server answers for (RFC 6761, 6762, 8375, ICANN's `internal` and collisions), and
 * `svc`, with which services of a Kubernetes cluster are named.
 */
const localDomain =
  /\.(localhost|localdomain|local|internal|intranet|private|corp|lan|home|home\.arpa|svc)$/;

/** Names that DNS can hold; internationalised names in their ASCII form (RFC 1035 §2.3.4). */
const dnsName = /^(?=.{1,253}\.?$)([a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}\.?$/;

/**
 * Checks the text of a callback URL at registration, without a look-up of its name. `path` is its place in the request.
 * @throws Problem 40002
 */
export function assertAllowedTarget(
  callbackUrl: string,
  policy: TargetPolicy,
  path = "callbackUrl",
): void {
  const message = targetComplaint(callbackUrl, policy);
  if (message === null) return;
  throw problemAt(path, message, 40002);
}

/**
 * Returns why a callback URL must not be called, or null. Checks the raw text first, because the parser would repair
 * it, then the parsed URL. The connector checks the addresses of the name.
 */
export function targetComplaint(callbackUrl: string, policy: TargetPolicy): string | null {
  const malformed = callbackUrlComplaint(callbackUrl);
  if (malformed) return malformed;
  if (inboxTokenOf(callbackUrl)) return null;
  const url = new URL(callbackUrl);
  if (url.protocol !== "https:" && policy.httpsOnly) {
    return "Use a URL that starts with https://";
  }
  if (!isAllowedPort(url, policy.ports)) return portComplaint(url, policy);
  return hostComplaint(url.hostname, policy);
}

/** Returns a host as DNS and sockets take it: no brackets around IPv6, no dot at the end. */
export function hostOf(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

/** Returns whether a name has a meaning only inside one machine or network. */
export function isLocalName(host: string): boolean {
  return !host.includes(".") || localDomain.test(host);
}

function portComplaint({ port, protocol }: URL, { ports }: TargetPolicy): string {
  const asked = port || (protocol === "https:" ? "443" : "80");
  const listed = ports.map(({ from, to }) => (from === to ? from : `${from}-${to}`)).join(", ");
  return `Port ${asked} is not allowed; use ${listed}, but no port of another protocol`;
}

function hostComplaint(hostname: string, { allowed }: TargetPolicy): string | null {
  const host = hostOf(hostname);
  if (isIP(host)) {
    if (isAllowedAddress(host, allowed)) return null;
    return `The address ${host} is not public; use one that the internet can reach, or ask an administrator of the installation to allow its range (ALLOW_PRIVATE_CIDRS)`;
  }
  if (!dnsName.test(hostname)) {
    return "The host is not a valid DNS name; use letters, digits and hyphens, with single dots between";
  }
  if (host === inboxHost) return "Use the URL of the built-in inbox exactly as its bin shows it";
  // While private ranges are allowed, a local name may resolve to one of them; the connector checks its addresses.
  if (allowed.length > 0 || !isLocalName(host)) return null;
  return `The name ${host} is local; use one that the internet can reach, or ask an administrator of the installation to allow its range (ALLOW_PRIVATE_CIDRS)`;
}
