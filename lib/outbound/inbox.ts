import { connect } from "node:net";
import type { buildConnector } from "undici";
import { Id } from "@/lib/protocol/ids";
import { inboxHost, inboxTokenOf } from "@/lib/protocol/inbox-address";
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
 * Returns the path of a request to the inbox, with the webhook that sends it in the query. No customer can write one: a callback URL
 * with a query is no inbox address.
 */
export function inboxPath(path: string, webhookId: string): string {
  return `${path}?${webhookId}`;
}

/** Returns the bin and the webhook of a request to the inbox, or null when it is not one of the sender. */
export function readInboxRequest(host: string, target: string) {
  const [path = "", ...query] = target.split("?");
  const token = inboxTokenOf(`http://${host}${path}`);
  const { data: webhookId } = Id.safeParse(query.join("?"));
  return token && webhookId ? { token, webhookId } : null;
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
