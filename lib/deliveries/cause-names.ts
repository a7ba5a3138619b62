import type { Cause } from "@/db/enums";

/**
 * Failure causes in two words, the same on every screen and in the reason of a webhook's health. Their explanations are in
 * `cause-meanings.ts` and `cause-remedies.ts`, which lists do not need.
 */
export const causeNames: Record<Cause, string> = {
  dns: "Host not found",
  connect: "Connection failed",
  tls: "TLS failed",
  timeout: "Timeout",
  redirect: "Redirect",
  http_4xx: "Rejected",
  http_429: "Too many requests",
  http_5xx: "Receiver error",
  gone: "Gone",
  blocked: "Blocked address",
  body: "Invalid response",
  protocol: "Response too early",
  internal: "Internal error",
};
