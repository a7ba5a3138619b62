/**
 * Host of the built-in inbox. `internal` is reserved, so no name server answers for it; only our sender resolves it.
 */
export const inboxHost = "inbox.postback.internal";

/** Only this spelling is an inbox address: no port, query, dot, capital or second segment. */
const address = /^http:\/\/inbox\.postback\.internal\/([a-z2-7]{24})$/;

export function inboxUrl(token: string): string {
  return `http://${inboxHost}/${token}`;
}

/** Returns the token of the bin that a URL addresses, or null when it is not an inbox address. */
export function inboxTokenOf(callbackUrl: string): string | null {
  return address.exec(callbackUrl)?.[1] ?? null;
}
