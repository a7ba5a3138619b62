// The browser imports this file, so it imports no library.

/** Names of the event types, a closed list. Apart from the rest of `event-types.ts`: most pages need only the names. */
export const eventNames = [
  "AVATAR_TRAINING_SUCCESS",
  "AVATAR_TRAINING_FAILED",
  "VIDEO_GENERATION_SUCCESS",
  "VIDEO_GENERATION_FAILED",
] as const;
export type EventName = (typeof eventNames)[number];

/** Event type of examples, and the preselected one of forms. */
export const exampleEvent = "VIDEO_GENERATION_SUCCESS" satisfies EventName;

export const deliveryStatuses = ["pending", "delivered", "failed", "cancelled"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Filters of delivery lists: `sending` and `retrying` are parts of `pending`. */
export const statusWords = [...deliveryStatuses, "sending", "retrying"] as const;
export type StatusWord = (typeof statusWords)[number];

/** Causes of a failed attempt. */
export const causes = [
  "dns",
  "connect",
  "tls",
  "timeout",
  "redirect",
  "http_4xx",
  "http_429",
  "http_5xx",
  "gone",
  "blocked",
  "body",
  "protocol",
  "internal",
] as const;
export type Cause = (typeof causes)[number];

/** Result of an attempt: delivered, to be retried, or failed for good. */
export const attemptResults = ["delivered", "retrying", "failed"] as const;
export type ResultWord = (typeof attemptResults)[number];

/** Reasons for an attempt. */
export const triggers = ["event", "test", "resend", "replay"] as const;
export type Trigger = (typeof triggers)[number];

/** Signature schemes of Standard Webhooks: shared secret (`v1`), and key pair with a public key for receivers (`v1a`). */
export const signatureSchemes = ["v1", "v1a"] as const;
export type SignatureScheme = (typeof signatureSchemes)[number];

/** Reasons for a pause: a person, a 410 Gone, or five days of failures only. */
export const pauseReasons = ["person", "gone", "failing"] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** A cancelled or failed one may still have requests in flight. */
export const replayStatuses = ["running", "completed", "cancelled", "failed"] as const;

/** Waiting for its turn, then queued, then counted in the figures of its replay. */
export const replayItemStates = [
  "waiting",
  "queued",
  "delivered",
  "failed",
  "skipped",
  "cancelled",
] as const;

/** Statuses that a bin of the built-in inbox can return. */
export const inboxStatuses = [200, 204, 410, 429, 500, 503] as const;
export type InboxStatus = (typeof inboxStatuses)[number];

export const roles = ["viewer", "operator", "admin"] as const;
export type Role = (typeof roles)[number];

export const scopes = [
  "webhooks:read",
  "webhooks:write",
  "webhooks:secrets",
  "deliveries:read",
  "deliveries:write",
  "events:write",
  "admin",
] as const;
export type Scope = (typeof scopes)[number];

/** Actors of the audit log: a user, an API key, an unknown caller, the product itself, or a command on the machine. */
export const actorKinds = ["user", "key", "anonymous", "system", "command_line"] as const;
export type ActorKind = (typeof actorKinds)[number];
