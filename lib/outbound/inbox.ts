import { connect } from "node:net";
import type { buildConnector } from "undici";
import { inboxHost } from "@/lib/protocol/inbox-address";
import { ConnectFailure } from "./connect-failure";
import { connected } from "./dial";
import type { ConnectPhases } from "./phases";

/** Where the built-in inbox listens: a socket of this machine's file system, or a named pipe. */
export type InboxSocket = () => Promise<string>;

/** Whether a connection is to the built-in inbox: by its name as it is, over plain HTTP, on the usual port. */
export function isInbox({ hostname, port, protocol }: buildConnector.Options): boolean {
  return hostname === inboxHost && protocol === "http:" && (port === "" || port === "80");
}

/**
 * A connection to the inbox, which no address leads to: nothing of it is on a network.
 * @throws ConnectFailure
 */
export async function toInbox(inbox: InboxSocket | undefined, timeoutMs: number) {
  if (!inbox) throw new ConnectFailure("blocked", "Only deliveries reach the built-in inbox.");
  const socket = connect(await inbox());
  const times = await connected(socket, inboxHost, timeoutMs);
  const phases: ConnectPhases = { dnsMs: null, ...times };
  return { socket, phases };
}
