import type { EventName, Trigger } from "@/db/enums";

/** Phase of a webhook's circuit at the claim. While the circuit is open, nothing is claimed. */
export type Phase = "closed" | "probing" | "ramping";

/** Settings and state of a webhook that sending needs, read by the claim. */
export type WebhookSnapshot = {
  webhookId: string;
  accountId: string;
  /** No request was ever sent to it. */
  isNew: boolean;
  callbackUrl: string;
  deadlineSeconds: number;
  /** Requests that one process may have in flight to it. */
  maxConcurrency: number;
  /** Rate limit, which the claim spends for all processes. Each process starts requests no faster. */
  ratePerSecond: number | null;
  /** It missed a deadline and has not been fast since: see `SlowLane`. */
  slow: boolean;
  /** Phase of its circuit. `cooldownSeconds` is the last cool-down. */
  phase: Phase;
  cooldownSeconds: number | null;
  /** Valid signing secrets, newest first: row id, space, stored (encrypted) text. */
  secrets: string[];
  /** Account that owns `secrets`, for a target of one-shot callbacks; null if the webhook owns them. */
  secretAccountId: string | null;
  /** Custom headers, as stored (encrypted). */
  headers: string | null;
};

/** One attempt, leased to this process, with all that sending it needs. */
export type LeasedDelivery = WebhookSnapshot & {
  deliveryId: string;
  attempt: number;
  /** Number of the lease, the fence: `attempt` alone may return, with a lease that was given back. */
  lease: number;
  step: number;
  trigger: Trigger;
  eventId: string;
  event: EventName;
  /** JSON text, sent byte for byte. */
  data: string;
  /** Position in the trace of the event, if it has one. */
  traceparent: string | null;
  tracestate: string | null;
  /** Time of the claim by the database clock, on which all recorded times are based. */
  now: Date;
  /** Monotonic clock of the process just before the claim, in ms. The lease started at this time or later. */
  claimedAt: number;
};

/** SQL for the secrets that an owner has in a table, by index. */
const secretsIn = (table: string, isOwners: string) => `array(
    select s.id || ' ' || s.secret from ${table} s
    where ${isOwners} and (s.valid_until is null or s.valid_until > now())
    order by s.created_at desc, s.id desc)`;
const ofWebhook = secretsIn("webhook_secrets", "s.webhook_id = w.id");
const ofAccount = secretsIn("account_secrets", "s.account_id = w.account_id");

const snapshotWith = (secrets: string, secretAccountId: string) => `json_build_object(
  'webhookId', w.id, 'accountId', w.account_id, 'isNew', w.last_triggered_at is null,
  'callbackUrl', w.callback_url, 'deadlineSeconds', w.deadline_seconds,
  'maxConcurrency', w.max_concurrency, 'ratePerSecond', w.rate_per_second,
  'slow', r.slow_since is not null,
  'phase', case when r.open_until is null then 'closed' when r.allowance = 0 then 'probing' else 'ramping' end,
  'cooldownSeconds', r.cooldown_seconds,
  'secrets', ${secrets}, 'secretAccountId', ${secretAccountId},
  'headers', (select h.headers from webhook_headers h where h.webhook_id = w.id))`;

/**
 * SQL for a `WebhookSnapshot` as JSON, of webhook `w` and its row `r` of `receivers`, if any. The account's secrets sign for all its
 * targets of one-shot callbacks, of which there may be as many as events: a rotation must not have to change each of them.
 */
export const snapshotJson = snapshotWith(
  `case when w.one_shot then ${ofAccount} else ${ofWebhook} end`,
  "case when w.one_shot then w.account_id end",
);

/** The same for a webhook that is no target of one-shot callbacks: fewer nodes of a plan. */
export const registeredSnapshotJson = snapshotWith(ofWebhook, "null");
