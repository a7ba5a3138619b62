import type { LookupAddress } from "node:dns";
import { isIP } from "node:net";
import type { buildConnector } from "undici";
import * as undici from "undici";
import { isAllowedAddress } from "./address";
import { ConnectFailure } from "./connect-failure";
import { connected, dial } from "./dial";
import { type InboxSocket, isInbox, toInbox } from "./inbox";
import { Origins } from "./origins";
import type { ConnectPhases } from "./phases";
import type { TargetPolicy } from "./policy";
import { type Resolve, resolver } from "./resolve";
import { hostOf, isLocalName } from "./target";
import { throughProxy } from "./tunnel";

/** Time limit of DNS, connecting and TLS together. */
const connectTimeoutMs = 5000;
/** How long an idle connection is kept, unless the receiver asks for less; many close theirs after 5 s. */
const keepAliveTimeout = 4000;
/** Upper limit of the receiver's own keep-alive time. */
const keepAliveMaxTimeout = 10_000;

/**
 * Returns the agent through which all requests to receivers go. It refuses addresses outside the policy and follows no
 * redirects. An agent serves one policy only: a connection kept from one policy would carry requests of another.
 * Without an `inbox`, the inbox's host is blocked.
 */
export function guardedAgent(
  policy: TargetPolicy,
  resolve: Resolve = resolver(policy),
  inbox?: InboxSocket,
): Origins {
  assertClientPatched();
  const connect: buildConnector.connector = (options, callback) => {
    const opening = isInbox(options)
      ? toInbox(inbox, connectTimeoutMs)
      : open(options, policy, resolve);
    opening.then(
      ({ socket, phases }) => handOver(phases, () => callback(null, socket)),
      (error) => callback(error, null),
    );
  };
  const timeouts = { keepAliveTimeout, keepAliveMaxTimeout };
  return new Origins({ connect, pipelining: 1, allowH2: false, ...timeouts });
}

/** Set by `patches/undici+7.30.2.patch`. Change both together. */
const requiredPatch = "postback-1";

/**
 * Checks for the patched HTTP client.
 * @throws Error when the fix is missing; without it `100 Continue` counts as a failure
 */
function assertClientPatched(): void {
  const client: object = undici;
  if ("patched" in client && client.patched === requiredPatch) return;
  throw new Error(
    "The HTTP client lacks the fixes in the folder patches, and without them receivers that answer 100 Continue fail. Run `npm ci`, and after `npm ci --ignore-scripts` also `npx patch-package`; then start again.",
  );
}

let handedOver: ConnectPhases | null = null;

/**
 * Returns the phases of the connection opened for the current request, or null on a kept one. Call it as the request
 * starts.
 */
export function newConnection(): ConnectPhases | null {
  return handedOver;
}

/**
 * Passes a connection to its request. The request starts synchronously, so it can read `phases` before anything else
 * runs.
 */
function handOver(phases: ConnectPhases, pass: () => void): void {
  handedOver = phases;
  try {
    pass();
  } finally {
    handedOver = null;
  }
}

/**
 * Opens a connection to an allowed address. Checks every address of a name, connects to one of those without a second
 * look-up, and checks the address that was reached. This defeats DNS rebinding.
 */
async function open(
  { hostname, port, protocol }: buildConnector.Options,
  policy: TargetPolicy,
  resolve: Resolve,
) {
  const startedAt = performance.now();
  const host = hostOf(hostname);
  if (policy.proxy) {
    assertAllowedHost(host, policy);
    return throughProxy(
      policy.proxy,
      { host, port, secure: protocol === "https:" },
      connectTimeoutMs,
    );
  }
  const addresses = await allowedAddresses(host, policy, resolve);
  const resolvedMs = performance.now() - startedAt;
  const timeoutMs = connectTimeoutMs - resolvedMs;
  const socket = dial({ host, port, addresses, secure: protocol === "https:", timeoutMs });
  const times = await connected(socket, host, timeoutMs);
  if (isAllowedAddress(socket.remoteAddress ?? "", policy.allowed)) {
    return { socket, phases: { dnsMs: isIP(host) ? null : Math.round(resolvedMs), ...times } };
  }
  const gone = socket.remoteAddress === undefined;
  socket.destroy();
  throw gone ? closedAtOnce(host) : blocked(host);
}

/**
 * Checks a host that only the proxy resolves, by its text.
 * @throws ConnectFailure
 */
function assertAllowedHost(host: string, { allowed }: TargetPolicy): void {
  const isOpen = isIP(host)
    ? isAllowedAddress(host, allowed)
    : allowed.length > 0 || !isLocalName(host);
  if (!isOpen) throw blocked(host);
}

async function allowedAddresses(host: string, { allowed }: TargetPolicy, resolve: Resolve) {
  const family = isIP(host);
  const addresses = family ? [{ address: host, family }] : await inTime(host, resolve);
  if (addresses.length === 0) {
    throw new ConnectFailure("dns", `The name ${host} has no address in DNS.`);
  }
  // All addresses must be allowed: the system falls back from one to the next.
  if (addresses.every(({ address }) => isAllowedAddress(address, allowed))) return addresses;
  throw blocked(host);
}

function inTime(host: string, resolve: Resolve): Promise<LookupAddress[]> {
  return new Promise((answer, fail) => {
    const late = new ConnectFailure("dns", `DNS took too long to answer for ${host}.`);
    const timer = setTimeout(() => fail(late), connectTimeoutMs);
    resolve(host)
      .then(answer, fail)
      .finally(() => clearTimeout(timer));
  });
}

function closedAtOnce(host: string) {
  return new ConnectFailure("connect", `${host} closed the connection as soon as it was open.`);
}

function blocked(host: string) {
  return new ConnectFailure(
    "blocked",
    `${host} leads to an address that is not public and not allowed on this installation.`,
  );
}
