import type { Cause } from "@/db/enums";

/** Remedy for each cause of failed attempts. */
export const causeRemedies: Record<Cause, string> = {
  dns: "Check the host name and its DNS records.",
  connect: "Check that the receiver is running and that its firewall allows Postback.",
  tls: "The receiver needs a valid certificate for this host from a public authority, and must accept TLS 1.2 or 1.3 without a client certificate.",
  timeout:
    "Respond first and process afterwards, or raise “Timeout in seconds” in the webhook's settings.",
  redirect: "Set the callback URL to the final address.",
  http_4xx: "The response may say why. Fix the receiver or the callback URL.",
  http_429:
    "The retry waits as long as Retry-After asks. If this happens often, set “Requests per second” in the webhook's settings, or raise the receiver's limit.",
  http_5xx: "Check the receiver's log at the time of the attempt.",
  gone: "The webhook was paused. Change its callback URL or delete it; resume it if 410 was a mistake.",
  blocked:
    "Use a public address, or ask an administrator of the installation to allow its range with ALLOW_PRIVATE_CIDRS.",
  body: "Check that the callback URL names an HTTP server and the right port, and what a proxy in front of it sends.",
  protocol:
    "Read the whole request before responding. A proxy in front of the receiver may be responding in its place.",
  internal:
    "Resend the delivery. If it fails again, give the delivery id to an administrator of the installation: the server log has the reason.",
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
  return rejections[statusCode ?? 0] ?? causeRemedies[cause];
}
