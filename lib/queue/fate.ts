import type { Trigger } from "@/db/enums";
import { inboxTokenOf } from "@/lib/protocol/inbox-address";
import { nextDelayMs, nextInboxDelayMs } from "./backoff";
import type { Outcome } from "./outcome";

export type Fate =
  | { kind: "delivered" }
  | { kind: "failed" }
  /** Failed, and its webhook is paused: the receiver said that it is gone for good. */
  | { kind: "gone" }
  | { kind: "retry"; delayMs: number }
  /** A test or a resend, which is one attempt: the schedule it interrupted goes on, or it has failed. */
  | { kind: "returned"; delayMs: number };

type Verdict = Pick<Outcome, "cause" | "retryAfterMs">;

/** What becomes of a delivery after an attempt. A receiver's wish for later only ever delays. */
export function fate(
  { cause, retryAfterMs }: Verdict,
  { step, trigger, callbackUrl = "" }: { step: number; trigger: Trigger; callbackUrl?: string },
  random: () => number = Math.random,
): Fate {
  if (cause === null) return { kind: "delivered" };
  if (cause === "gone") return { kind: "gone" };
  const askedMs = retryAfterMs ?? 0;
  if (trigger === "test" || trigger === "resend") return { kind: "returned", delayMs: askedMs };
  const delayMs = inboxTokenOf(callbackUrl) ? nextInboxDelayMs(step) : nextDelayMs(step, random);
  if (delayMs === null) return { kind: "failed" };
  return { kind: "retry", delayMs: Math.max(delayMs, askedMs) };
}
