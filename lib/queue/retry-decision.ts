import type { Trigger } from "@/db/enums";
import { inboxTokenOf } from "@/lib/protocol/inbox-address";
import type { AttemptResult } from "./attempt-result";
import { nextDelayMs, nextInboxDelayMs } from "./retry-schedule";

export type RetryDecision =
  | { kind: "delivered" }
  | { kind: "failed" }
  /** Failed, and its webhook is paused: the receiver answered 410 Gone. */
  | { kind: "gone" }
  | { kind: "retry"; delayMs: number }
  /** Failed test or resend, which is one attempt: an interrupted schedule continues, otherwise the delivery failed. */
  | { kind: "returned"; delayMs: number };

type Result = Pick<AttemptResult, "cause" | "retryAfterMs">;

/** Decides what happens to a delivery after an attempt. `Retry-After` may only delay the next attempt. */
export function decideRetry(
  { cause, retryAfterMs }: Result,
  { step, trigger, callbackUrl = "" }: { step: number; trigger: Trigger; callbackUrl?: string },
  random: () => number = Math.random,
): RetryDecision {
  if (cause === null) return { kind: "delivered" };
  if (cause === "gone") return { kind: "gone" };
  const askedMs = retryAfterMs ?? 0;
  if (trigger === "test" || trigger === "resend") return { kind: "returned", delayMs: askedMs };
  const delayMs = inboxTokenOf(callbackUrl) ? nextInboxDelayMs(step) : nextDelayMs(step, random);
  if (delayMs === null) return { kind: "failed" };
  return { kind: "retry", delayMs: Math.max(delayMs, askedMs) };
}
