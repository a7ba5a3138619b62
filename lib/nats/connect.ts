import { setTimeout as delay } from "node:timers/promises";
import { checkServerIdentity, type PeerCertificate } from "node:tls";
import type { NatsConnection, NodeConnectionOptions } from "@nats-io/transport-node";
import { log } from "@/lib/log";
import { connectionError } from "./connection-error";
import { isCreds, type NatsSettings, seedIn, userIn } from "./credentials";

/** Time for one server to accept a connection. Not measured. */
const connectMs = 2000;
/** Pause between two rounds over all servers; up to twice this at random. Not measured. */
const pauseMs = 250;

/**
 * Connects to a server of `NATS_URL`, and again after each loss, until the signal is aborted. Calls `use` with each
 * connection. Logs each reason for which no server can be used once, until one can.
 *
 * The client's own reconnection is off: it does not report certificates, it stops for good after two refused sign-ins, and
 * it publishes messages late that were meant for a lost connection.
 */
export async function keepConnected(
  settings: NatsSettings,
  { name, signal }: { name: string; signal: AbortSignal },
  use: (connection: NatsConnection) => void,
): Promise<void> {
  const reported = new Set<string>();
  while (!signal.aborted) {
    const connecting = connectNats(settings, name);
    const connection = await orAborted(connecting, signal).catch(({ message }: Error) => {
      if (!reported.has(message))
        log.warn({ reason: message }, "broker not connected; deliveries wait for a claim");
      reported.add(message);
      return null;
    });
    if (connection) {
      if (reported.size > 0) log.info("broker connected");
      reported.clear();
      use(connection);
      await orAborted(connection.closed(), signal);
      if (!signal.aborted) log.warn("broker disconnected; deliveries wait for a claim");
    }
    if (signal.aborted) connecting.then((last) => last.close()).catch(() => null);
    else await delay(pauseMs * (1 + Math.random()), null, { signal }).catch(() => null);
  }
}

/**
 * Resolves with the promise, or with null when the signal is aborted first. `Promise.race` with one promise for the signal would
 * keep each result until the end of the process.
 */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const abort = () => resolve(null);
    signal.addEventListener("abort", abort);
    const end = () => signal.removeEventListener("abort", abort);
    promise.finally(end).then(resolve, reject);
  });
}

/**
 * Connects to a server of `NATS_URL`.
 *
 * @throws Error with the reason and the remedy, without secrets
 */
export async function connectNats(settings: NatsSettings, name: string): Promise<NatsConnection> {
  // The client is imported where it is used: without `DISPATCH=nats` no process loads it.
  const { connect } = await import("@nats-io/transport-node");
  const urls = (settings.NATS_URL ?? "").split(",").map((url) => new URL(url.trim()));
  try {
    return await connect({
      name,
      servers: urls.map(({ host }) => host),
      timeout: connectMs,
      reconnect: false,
      // A server that was suspended or cut off is left after two of them.
      pingInterval: 1000,
      maxPingOut: 2,
      // Otherwise each message takes two stack traces, 5 % of the CPU of a web process.
      noAsyncTraces: true,
      ...(await authentication(settings)),
      ...tlsOf(settings, urls),
    });
  } catch (error) {
    throw connectionError(error, settings);
  }
}

async function authentication(settings: NatsSettings): Promise<NodeConnectionOptions> {
  const { NATS_CREDENTIALS: credentials } = settings;
  if (!credentials) return userIn(settings);
  const { credsAuthenticator, nkeyAuthenticator } = await import("@nats-io/transport-node");
  const bytes = (text: string) => new TextEncoder().encode(text);
  return {
    authenticator: isCreds(credentials)
      ? credsAuthenticator(bytes(credentials))
      : nkeyAuthenticator(bytes(seedIn(credentials) ?? "")),
  };
}

/** Requires TLS if `NATS_URL` or an authority of its own asks for it. Servers may require it themselves. */
function tlsOf({ NATS_CA: ca }: NatsSettings, urls: URL[]): NodeConnectionOptions {
  if (!ca && !urls.some(({ protocol }) => protocol === "tls:")) return {};
  const names = urls.map(({ hostname }) => hostname.replace(/^\[|\]$/g, ""));
  const tls = { ...(ca && { ca }), checkServerIdentity: identityCheck(names) };
  return { tls };
}

/**
 * Returns a check of certificates: one of the names of `NATS_URL` must be in it. The client itself would look for the name
 * "localhost" where the URL, or a server that another one announced, has an address.
 */
function identityCheck(names: string[]) {
  return (_name: string, certificate: PeerCertificate): Error | undefined => {
    const faults = names.map((name) => checkServerIdentity(name, certificate));
    return faults.includes(undefined) ? undefined : faults[0];
  };
}
