import type { NatsConnection } from "@nats-io/transport-node";
import type { Environment } from "@/lib/env";
import { log } from "@/lib/log";

export type NatsSettings = Pick<Environment, "NATS_URL" | "NATS_CREDENTIALS" | "NATS_CA">;

type Options = { name: string; isOnce?: boolean };

/**
 * Connects to the servers of `NATS_URL`, and again after each loss, for as long as the process runs. Resolves with the first
 * connection: a process starts, and works, while no server responds. With `isOnce` it rejects instead.
 *
 * A user and password, or a token, may be in the URL. `tls://` requires TLS, which servers may also require themselves.
 */
export async function connectNats(
  settings: NatsSettings,
  { name, isOnce = false }: Options,
): Promise<NatsConnection> {
  // The client is imported where it is used: without `DISPATCH=nats` no process loads it.
  const { connect, credsAuthenticator } = await import("@nats-io/transport-node");
  const urls = (settings.NATS_URL ?? "").split(",").map((url) => new URL(url.trim()));
  const [first] = urls;
  if (!first) throw new Error("Set NATS_URL: DISPATCH is nats.");
  const { NATS_CREDENTIALS: credentials, NATS_CA: ca } = settings;
  const connection = await connect({
    name,
    servers: urls.map(({ host }) => host),
    waitOnFirstConnect: !isOnce,
    reconnect: !isOnce,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 250,
    // A server that was suspended or cut off is left after two of them.
    pingInterval: 1000,
    maxPingOut: 2,
    ...userOf(first),
    ...(credentials && {
      authenticator: credsAuthenticator(new TextEncoder().encode(credentials)),
    }),
    ...((first.protocol === "tls:" || ca) && { tls: ca ? { ca } : {} }),
  });
  void logStatus(connection);
  return connection;
}

function userOf({ username, password }: URL) {
  const user = decodeURIComponent(username);
  if (user === "") return {};
  return password === "" ? { token: user } : { user, pass: decodeURIComponent(password) };
}

async function logStatus(connection: NatsConnection): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type === "disconnect") log.warn("broker disconnected; deliveries wait for a claim");
    if (type === "reconnect") log.info("broker connected");
  }
}
