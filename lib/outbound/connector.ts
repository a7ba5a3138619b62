import type { LookupAddress } from "node:dns";
import { isIP } from "node:net";
import type { buildConnector } from "undici";
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

/** For DNS, connecting and TLS together. */
const connectTimeoutMs = 5000;
/** Kept for the next request, unless the receiver asks for less; many close theirs after 5 s. */
const keepAliveTimeout = 4000;
/** However long the receiver offers. */
const keepAliveMaxTimeout = 10_000;

/**
 * The one way out. An agent serves one policy and no other: a kept connection that one policy allowed
 * would carry the requests of the next. It follows no redirects. Without an `inbox` its name leads nowhere.
 */
export function guardedAgent(
  policy: TargetPolicy,
  resolve: Resolve = resolver(policy),
  inbox?: InboxSocket,
): Origins {
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

let handedOver: ConnectPhases | null = null;

/** Asked as a request starts: how the connection opened for it came about; null on one kept from before. */
export function newConnection(): ConnectPhases | null {
  return handedOver;
}

/** The request that waited for a connection starts while it is handed over, before anything else runs. */
function handOver(phases: ConnectPhases, pass: () => void): void {
  handedOver = phases;
  try {
    pass();
  } finally {
    handedOver = null;
  }
}

/**
 * Opens connections to allowed addresses only. Every address of a name is checked and then connected to
 * without asking again, and the one that was reached is checked once more.
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
  const socket = dial({ host, port, addresses, secure: protocol === "https:" });
  const times = await connected(socket, host, connectTimeoutMs - resolvedMs);
  if (isAllowedAddress(socket.remoteAddress ?? "", policy.allowed)) {
    return { socket, phases: { dnsMs: isIP(host) ? null : Math.round(resolvedMs), ...times } };
  }
  const gone = socket.remoteAddress === undefined;
  socket.destroy();
  throw gone ? closedAtOnce(host) : blocked(host);
}

/** All that can be told of a name that only the proxy looks up. */
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
  // Every one, not some: the system falls back from one address to the next.
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
    `${host} leads to an address that is not public; allow its range in ALLOW_PRIVATE_CIDRS if it should be reached.`,
  );
}
