/** Reserved: no name server answers for `internal`, and only our own sender knows where this leads. */
export const inboxHost = "inbox.postback.internal";

/** One spelling and no other: no port, query, dot, capital or second segment. */
const address = /^http:\/\/inbox\.postback\.internal\/([a-z2-7]{24})$/;

export function inboxUrl(token: string): string {
  return `http://${inboxHost}/${token}`;
}

/** Which bin of the built-in inbox an address names; null when it is no such address. */
export function inboxTokenOf(callbackUrl: string): string | null {
  return address.exec(callbackUrl)?.[1] ?? null;
}
