import type { Cause } from "@/db/enums";

type Words = { short: string; what: string; hint: string };

/** Why an attempt failed and what to do about it. */
export const causeWords: Record<Cause, Words> = {
  dns: {
    short: "Name not found",
    what: "The host name of the callback URL does not resolve.",
    hint: "Check the host for a typing error, or its DNS records, then resend.",
  },
  connect: {
    short: "No connection",
    what: "The receiver refused the connection or could not be reached.",
    hint: "See that the receiver is running and that its firewall lets Postback in.",
  },
  tls: {
    short: "TLS failed",
    what: "No trusted TLS connection could be made.",
    hint: "Renew the receiver's certificate, or get one for this host from a public authority, then resend.",
  },
  timeout: {
    short: "Timed out",
    what: "The receiver did not answer within the deadline.",
    hint: "Let the receiver answer first and work afterwards, or raise the webhook's deadline in its settings.",
  },
  redirect: {
    short: "Redirect",
    what: "The receiver answered with a redirect. Redirects are never followed.",
    hint: "Put the final address into the callback URL.",
  },
  http_4xx: {
    short: "Rejected",
    what: "The receiver rejected the request.",
    hint: "Its answer below may tell why. Mend the receiver or the callback URL, then resend.",
  },
  http_429: {
    short: "Too many requests",
    what: "The receiver asked to be called less often.",
    hint: "Nothing to do: its Retry-After is honoured. If it happens often, raise the receiver's limit.",
  },
  http_5xx: {
    short: "Receiver error",
    what: "The receiver failed on its own side.",
    hint: "It is up but refuses or breaks. Its log at the time of the attempt tells why.",
  },
  gone: {
    short: "Gone",
    what: "The receiver answered 410 Gone, which asks for no further deliveries.",
    hint: "The webhook was paused. Change its callback URL or delete it; resume it if 410 was a mistake.",
  },
  blocked: {
    short: "Blocked address",
    what: "The callback URL leads to a private or forbidden address, so nothing was sent.",
    hint: "Use a public address, or let this range be reached with ALLOW_PRIVATE_CIDRS.",
  },
  body: {
    short: "Answer broke off",
    what: "The receiver's answer broke off before it was complete.",
    hint: "Look for a crash or a proxy's limit at the receiver.",
  },
  internal: {
    short: "Our fault",
    what: "Postback itself failed to make the attempt.",
    hint: "Resend it. If it happens again, look for the delivery id in the server's log.",
  },
};

const rejections: Partial<Record<number, string>> = {
  401: "Check the receiver's signing secret, and what else it asks for.",
  403: "Check the receiver's signing secret, and whether its firewall lets Postback in.",
  404: "Check the path of the callback URL.",
  405: "The receiver must accept POST at this path.",
  413: "The receiver's limit on the size of bodies is too small.",
};

/** What to do about a failed attempt, as closely as its answer tells. */
export function remedyFor(cause: Cause, statusCode: number | undefined): string {
  return rejections[statusCode ?? 0] ?? causeWords[cause].hint;
}
