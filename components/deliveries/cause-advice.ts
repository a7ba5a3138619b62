import type { Cause } from "@/db/enums";

type Advice = { what: string; hint: string };

/** Failure causes explained, each with a remedy. */
export const causeAdvice: Record<Cause, Advice> = {
  dns: {
    what: "The host name of the callback URL does not resolve.",
    hint: "Check the host name and its DNS records.",
  },
  connect: {
    what: "The receiver refused the connection or could not be reached.",
    hint: "Check that the receiver is running and that its firewall allows Postback.",
  },
  tls: {
    what: "The TLS handshake failed, or the certificate is not trusted.",
    hint: "The receiver needs a valid certificate for this host from a public authority, and must accept TLS 1.2 or 1.3 without a client certificate.",
  },
  timeout: {
    what: "The receiver did not respond within the deadline.",
    hint: "Respond first and process afterwards, or raise the webhook's deadline in its settings.",
  },
  redirect: {
    what: "The receiver responded with a redirect. Redirects are never followed.",
    hint: "Set the callback URL to the final address.",
  },
  http_4xx: {
    what: "The receiver rejected the request.",
    hint: "The response may say why. Fix the receiver or the callback URL.",
  },
  http_429: {
    what: "The receiver limited the rate of requests.",
    hint: "No action needed: Postback honours Retry-After. If this happens often, raise the receiver's rate limit.",
  },
  http_5xx: {
    what: "The receiver responded with a server error.",
    hint: "Check the receiver's log at the time of the attempt.",
  },
  gone: {
    what: "The receiver responded 410 Gone, which asks for no further deliveries.",
    hint: "The webhook was paused. Change its callback URL or delete it; resume it if 410 was a mistake.",
  },
  blocked: {
    what: "The callback URL resolves to a private or forbidden address. No request was sent.",
    hint: "Use a public address, or allow this range with ALLOW_PRIVATE_CIDRS.",
  },
  body: {
    what: "The response is not valid HTTP/1.1, or its headers are larger than 16 KiB.",
    hint: "Check that the callback URL names an HTTP server and the right port, and what a proxy in front of it sends.",
  },
  protocol: {
    what: "The receiver responded with success before it had the whole request.",
    hint: "Read the whole request before responding. A proxy in front of the receiver may be responding in its place.",
  },
  internal: {
    what: "Postback failed to make the attempt.",
    hint: "Resend the delivery. If it fails again, search the server log for the delivery id.",
  },
};

const rejections: Partial<Record<number, string>> = {
  401: "Check the signing secret at the receiver, and any other credentials it requires.",
  403: "Check the signing secret at the receiver, and its firewall.",
  404: "Check the path of the callback URL.",
  405: "The receiver must accept POST at this path.",
  413: "Raise the receiver's limit on body size.",
};

/** Returns the remedy for a failed attempt, specific to its status code where known. */
export function remedyFor(cause: Cause, statusCode: number | undefined): string {
  return rejections[statusCode ?? 0] ?? causeAdvice[cause].hint;
}
