import type { LookupAddress } from "node:dns";
import { isIP, type Socket } from "node:net";
import { Agent, type buildConnector } from "undici";
import { isAllowedAddress } from "./address";
import { ConnectFailure } from "./connect-failure";
import { connected, dial } from "./dial";
import type { TargetPolicy } from "./policy";
import { type Resolve, resolver } from "./resolve";
import { hostOf } from "./target";

/** For DNS, connecting and TLS together. */
const connectTimeoutMs = 5000;

/**
 * The one way out. An agent serves one policy and no other: a kept connection that one policy allowed
 * would carry the requests of the next. It follows no redirects.
 */
export function guardedAgent(policy: TargetPolicy, resolve: Resolve = resolver(policy)): Agent {
  const connect: buildConnector.connector = (options, callback) => {
    open(options, policy, resolve).then(
      (socket) => handOver(() => callback(null, socket)),
      (error) => callback(error, null),
    );
  };
  return new Agent({ connect, pipelining: 1, allowH2: false });
}

let handingOver = false;

/** Asked as a request starts: on a connection opened for it, not on one kept from an earlier request. */
export function startsOnNewConnection(): boolean {
  return handingOver;
}

/** The request that waited for a connection starts while it is handed over, before anything else runs. */
function handOver(pass: () => void): void {
  handingOver = true;
  try {
    pass();
  } finally {
    handingOver = false;
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
): Promise<Socket> {
  const startedAt = performance.now();
  const host = hostOf(hostname);
  const addresses = await allowedAddresses(host, policy, resolve);
  const socket = dial({ host, port, addresses, secure: protocol === "https:" });
  await connected(socket, host, connectTimeoutMs - (performance.now() - startedAt));
  if (isAllowedAddress(socket.remoteAddress ?? "", policy.allowed)) return socket;
  socket.destroy();
  throw blocked(host);
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

function blocked(host: string) {
  return new ConnectFailure(
    "blocked",
    `${host} leads to an address that is not public; allow its range in ALLOW_PRIVATE_CIDRS if it should be reached.`,
  );
}
