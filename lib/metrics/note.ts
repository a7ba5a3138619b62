import type { Cause } from "@/db/enums";
import { metrics } from "./registry";

type AttemptResult = { cause: Cause | null; durationMs: number };

/** Counts a finished attempt by result and cause, and its duration. */
export function noteAttempt({ cause, durationMs }: AttemptResult, decision: string): void {
  const result = cause === null ? "delivered" : decision === "retry" ? "retrying" : "failed";
  const { attempts, duration } = metrics();
  attempts.inc({ result, cause: cause ?? "none" });
  duration.observe({ result }, durationMs / 1000);
}

type Claims = { askedAt: Date | null; oldest: Date | null };

export function noteClaim({ askedAt, oldest }: Claims, tookMs: number): void {
  const { claim, lag } = metrics();
  claim.observe(tookMs / 1000);
  if (askedAt && oldest) lag.observe(Math.max(0, askedAt.getTime() - oldest.getTime()) / 1000);
}

/** Counts stuck deliveries that were queued again. */
export function noteRepair(count: number): void {
  metrics().repaired.inc(count);
}
