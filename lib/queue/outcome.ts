import type { Cause } from "@/db/enums";
import type { Phases } from "@/lib/outbound/phases";

export type Header = [name: string, value: string];

/** What one attempt came to, as it is written down. */
export type Outcome = {
  /** Null is success. */
  cause: Cause | null;
  /** The failure in a sentence, for an operator at three in the morning. */
  error: string | null;
  statusCode: number | null;
  startedAt: Date;
  durationMs: number;
  phases: Phases;
  /** Null when nothing was sent: there was no connection. */
  requestHeaders: Header[] | null;
  responseHeaders: Header[] | null;
  responseBody: Buffer | null;
  /** The body was not kept, or did not come, in full. */
  truncated: boolean;
  retryAfterMs: number | null;
};
