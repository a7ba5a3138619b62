import { connect } from "node:net";
import type { buildConnector } from "undici";
import { inboxHost } from "@/lib/protocol/inbox-address";
import { ConnectFailure } from "./connect-failure";
import { connected } from "./dial";
import type { ConnectPhases } from "./phases";

/** Returns the path on which the built-in inbox listens: a Unix socket or a named pipe. */
export type InboxSocket = () => Promise<string>;

/** Returns whether a connection is to the built-in inbox: its exact name, plain HTTP, port 80. */
export function isInbox({ hostname, port, protocol }: buildConnector.Options): boolean {
  return hostname === inboxHost && protocol === "http:" && (port === "" || port === "80");
}

/**
 * Connects to the inbox by its local socket; it has no network address.
 * @throws ConnectFailure `blocked` without an inbox
 */
export async function toInbox(inbox: InboxSocket | undefined, timeoutMs: number) {
  if (!inbox) throw new ConnectFailure("blocked", "Only deliveries reach the built-in inbox.");
  const socket = connect(await inbox());
  const times = await connected(socket, inboxHost, timeoutMs);
  const phases: ConnectPhases = { dnsMs: null, ...times };
  return { socket, phases };
}
