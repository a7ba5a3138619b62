import type { StatusWord } from "@/db/enums";
import { causeNames } from "@/lib/deliveries/cause-names";
import { type Code, causeOf, type Span } from "@/lib/deliveries/view";

/** Statuses of the API in words: its "pending" includes what the screens call retrying. */
export const statusNames: Record<StatusWord, string> = {
  failed: "Failed",
  retrying: "Retrying",
  sending: "Sending",
  pending: "Pending or retrying",
  delivered: "Delivered",
  cancelled: "Cancelled",
};
export const statusHints: Partial<Record<StatusWord, string>> = {
  failed: "Not retried any more",
  retrying: "Another attempt is scheduled",
  pending: "Not ended",
};

export const spanNames: Record<Span, string> = {
  "15m": "Last 15 minutes",
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};

/** "429 Too many requests", "Timeout" */
export function codeName(code: Code): string {
  const short = causeNames[causeOf[code]];
  return /^\d/.test(code) ? `${code} ${short}` : short;
}
