import type { Trigger } from "@/db/enums";
import type { AttemptResult, Header } from "./attempt-result";
import { leaseMs } from "./lease";
import type { LeasedDelivery } from "./leased-delivery";
import type { RetryDecision } from "./retry-decision";

/** What recording, tracing and announcing need of a leased delivery. */
type Lease = Pick<
  LeasedDelivery,
  "deliveryId" | "attempt" | "lease" | "accountId" | "traceparent" | "tracestate"
> & {
  /** End of the lease on the monotonic clock of the process, in ms. */
  leaseEndsAt: number;
};

/**
 * Result of an attempt, as its row will be written. Results wait up to 100 ms to be recorded, so this holds texts only: the
 * delivery and the response as objects are 8 kB, and what outlives two collections of the young generation costs a full one.
 */
export type SentResult = Lease & {
  decision: RetryDecision["kind"];
  delayMs: number;
  trigger: Trigger;
  webhookId: string;
  /** RFC 3339, UTC. */
  startedAt: string;
  /** Null when no request was sent. */
  url: string | null;
  /** JSON text of the pairs. */
  requestHeaders: string | null;
  responseHeaders: string | null;
  /** Base64, because Postgres text holds neither NUL nor invalid UTF-8. */
  responseBody: string | null;
} & AttemptResult["phases"] &
  Pick<AttemptResult, "cause" | "error" | "statusCode" | "durationMs" | "truncated">;

/** Lease that is given back, because its request was not sent. */
export type UnsentResult = Lease & { decision: "unsent" };

export type Result = SentResult | UnsentResult;

/** Spreads come last: with Node 20 members after a spread take twenty times as long. */
export function sentResult(
  claimed: LeasedDelivery,
  outcome: AttemptResult,
  decision: RetryDecision,
): SentResult {
  const { cause, error, statusCode, durationMs, truncated, requestHeaders } = outcome;
  return {
    decision: decision.kind,
    delayMs: "delayMs" in decision ? decision.delayMs : 0,
    trigger: claimed.trigger,
    webhookId: claimed.webhookId,
    startedAt: outcome.startedAt.toISOString(),
    url: requestHeaders && claimed.callbackUrl,
    requestHeaders: textOf(requestHeaders),
    responseHeaders: textOf(outcome.responseHeaders),
    responseBody: outcome.responseBody?.toString("base64") ?? null,
    ...{ cause, error, statusCode, durationMs, truncated },
    ...outcome.phases,
    ...leaseOf(claimed),
  };
}

export function unsentResult(claimed: LeasedDelivery): UnsentResult {
  return { decision: "unsent", ...leaseOf(claimed) };
}

function leaseOf(claimed: LeasedDelivery): Lease {
  const { deliveryId, attempt, lease, accountId, traceparent, tracestate } = claimed;
  const leaseEndsAt = claimed.claimedAt + leaseMs(claimed.deadlineSeconds);
  return { deliveryId, attempt, lease, accountId, traceparent, tracestate, leaseEndsAt };
}

function textOf(headers: Header[] | null): string | null {
  return headers && JSON.stringify(headers);
}
