import type { EventName, Trigger } from "@/db/enums";

/** How a claim found the circuit of a webhook; while it is open, nothing is claimed. */
export type Phase = "closed" | "probing" | "ramping";

/** What sending to a webhook needs, whichever delivery it is. */
export type Target = {
  webhookId: string;
  callbackUrl: string;
  deadlineSeconds: number;
  /** Requests that one process may have under way to it. */
  maxConcurrency: number;
  /** It may get only so many a second, which the claim sees to. */
  rated: boolean;
  /** It let a deadline pass and has not been quick again since. */
  slow: boolean;
  /** Of its circuit, with the length of its last rest. */
  phase: Phase;
  cooldownSeconds: number | null;
  /** Every valid one, newest first: its row's id, a space and the text as it is kept. */
  secrets: string[];
  /** The customer's own, as they are kept. */
  headers: string | null;
};

/** One attempt, leased to this process: everything that sending it needs. */
export type Claimed = Target & {
  deliveryId: string;
  attempt: number;
  step: number;
  trigger: Trigger;
  eventId: string;
  event: EventName;
  /** JSON text, sent on byte for byte. */
  data: string;
  /** The database's clock at the claim, the only one that times are taken from. */
  now: Date;
  /** The process's own steady clock just before the claim: the lease runs from here at the latest. */
  claimedAt: number;
};

/** For SQL that has a webhook as `w` and its receiver, if any, as `r`: the target as JSON. */
export const targetJson = `json_build_object(
  'webhookId', w.id, 'callbackUrl', w.callback_url, 'deadlineSeconds', w.deadline_seconds,
  'maxConcurrency', w.max_concurrency, 'rated', w.rate_per_second is not null,
  'slow', r.slow_since is not null,
  'phase', case when r.open_until is null then 'closed' when r.allowance = 0 then 'probing' else 'ramping' end,
  'cooldownSeconds', r.cooldown_seconds,
  'secrets', array(
    select s.id || ' ' || s.secret from webhook_secrets s
    where s.webhook_id = w.id and (s.valid_until is null or s.valid_until > now())
    order by s.created_at desc, s.id desc),
  'headers', (select h.headers from webhook_headers h where h.webhook_id = w.id))`;
