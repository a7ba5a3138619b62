import type { Cause } from "@/db/enums";

/** What each cause of a failed attempt means. Apart from the remedies, which the overview does not need. */
export const causeMeanings: Record<Cause, string> = {
  dns: "The host name of the callback URL does not resolve.",
  connect: "The receiver refused the connection or could not be reached.",
  tls: "The TLS handshake failed, or the certificate is not trusted.",
  timeout: "The receiver did not respond within the deadline.",
  redirect: "The receiver responded with a redirect. Redirects are never followed.",
  http_4xx: "The receiver rejected the request.",
  http_429: "The receiver limited the rate of requests.",
  http_5xx: "The receiver responded with a server error.",
  gone: "The receiver responded 410 Gone, which asks for no further deliveries.",
  blocked: "The callback URL resolves to a private or forbidden address. No request was sent.",
  body: "The response is not valid HTTP/1.1, or its headers are larger than 16 KiB.",
  protocol: "The receiver responded with success before it had the whole request.",
  internal: "Postback failed to make the attempt.",
};
