import { causeWords } from "@/components/deliveries/causes";
import type { StatusWord, Trigger } from "@/db/enums";
import { type Code, causeOf, type Span } from "@/lib/deliveries/view";

export const statusNames: Record<StatusWord, string> = {
  failed: "Failed",
  retrying: "Retrying",
  sending: "Sending",
  pending: "Pending",
  delivered: "Delivered",
  cancelled: "Cancelled",
};
export const statusHints: Partial<Record<StatusWord, string>> = {
  failed: "Given up",
  retrying: "Tried, and will be again",
  pending: "All that is not finished",
};

export const triggerNames: Record<Trigger, string> = {
  event: "Published event",
  test: "Test",
  resend: "Resend",
  replay: "Bulk resend",
};

export const spanNames: Record<Span, string> = {
  "15m": "Last 15 minutes",
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};

/** "429 Too many requests", "Timed out" */
export function codeName(code: Code): string {
  const { short } = causeWords[causeOf[code]];
  return /^\d/.test(code) ? `${code} ${short}` : short;
}
