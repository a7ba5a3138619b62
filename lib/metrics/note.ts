import type { Cause } from "@/db/enums";
import { type LimitName, Problem } from "@/lib/protocol/problem";
import { metrics } from "./registry";

type FinishedAttempt = { cause: Cause | null; durationMs: number };

/** Counts a finished attempt by result and cause, and its duration. */
export function noteAttempt({ cause, durationMs }: FinishedAttempt, decision: string): void {
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

/** Counts an answered API request by its duration. */
export function noteRequest(
  kind: "publish" | "read" | "write",
  status: number,
  durationMs: number,
): void {
  metrics().requests.observe({ kind, status: `${Math.floor(status / 100)}xx` }, durationMs / 1000);
}

/** Counts an accepted request to publish, and its events. */
export function notePublished(events: number): void {
  const { publishRequests, publishedEvents } = metrics();
  publishRequests.inc({ result: "accepted", reason: "none" });
  publishedEvents.inc(events);
}

type RefusalReason =
  | LimitName
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "conflict"
  | "too_large"
  | "unavailable"
  | "internal";

const reasonOfStatus: Record<number, RefusalReason> = {
  401: "unauthenticated",
  403: "forbidden",
  409: "conflict",
  413: "too_large",
  422: "conflict",
  429: "rate",
  500: "internal",
  503: "unavailable",
};

/** Counts a refused request to publish by its reason: the limit that it reached, or what the status of the answer says. */
export function noteRefusedPublish(error: unknown, status: number): void {
  const limit = error instanceof Problem ? error.limit : undefined;
  const reason = limit ?? reasonOfStatus[status] ?? "invalid";
  metrics().publishRequests.inc({ result: "refused", reason });
}
