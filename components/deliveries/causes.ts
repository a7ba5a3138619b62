import type { Cause } from "@/db/enums";

/** Failure causes in two words. Their explanations are in `cause-advice.ts`, which lists do not need. */
export const causeNames: Record<Cause, string> = {
  dns: "Name not found",
  connect: "No connection",
  tls: "TLS failed",
  timeout: "Timed out",
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
