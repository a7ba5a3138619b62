import type { StatusWord } from "@/db/enums";
import { causeNames } from "@/lib/deliveries/cause-names";
import { type Code, causeOf } from "@/lib/deliveries/view";

/** Statuses of the API in words, in the order of choices: its "pending" includes what the screens call retrying. */
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

/** "429 Too many requests", "Timeout" */
export function codeName(code: Code): string {
  const short = causeNames[causeOf[code]];
  return /^\d/.test(code) ? `${code} ${short}` : short;
}
