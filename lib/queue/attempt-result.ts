import type { Cause } from "@/db/enums";
import type { Phases } from "@/lib/outbound/phases";

export type Header = [name: string, value: string];

/** Result of one attempt, as the log records it. */
export type AttemptResult = {
  /** Null on success. */
  cause: Cause | null;
  /** The failure in one sentence, for an operator; null on success. */
  error: string | null;
  statusCode: number | null;
  startedAt: Date;
  durationMs: number;
  phases: Phases;
  /** Null when no request was sent. */
  requestHeaders: Header[] | null;
  responseHeaders: Header[] | null;
  responseBody: Buffer | null;
  /** The response body was cut at the limit, or did not arrive completely. */
  truncated: boolean;
  retryAfterMs: number | null;
};
