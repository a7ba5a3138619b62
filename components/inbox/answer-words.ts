import type { InboxStatus } from "@/db/enums";
import { formatPlural } from "@/lib/format";
import type { InboxBin } from "@/lib/inbox/queries";

/** What each answer makes of a delivery. */
export const answerWords: Record<InboxStatus, { word: string; meaning: string }> = {
  200: { word: "OK", meaning: "Delivered." },
  204: { word: "No content", meaning: "Delivered; any 2xx counts." },
  410: { word: "Gone", meaning: "Fails for good, and the webhook is paused." },
  429: { word: "Too many requests", meaning: "Tried again, not before it says." },
  500: { word: "Server error", meaning: "Tried again by the schedule." },
  503: { word: "Unavailable", meaning: "Tried again, not before it says." },
};

type Answering = Pick<InboxBin, "status" | "next" | "delaySeconds">;

/** "503 twice, then 200, after 2 s" */
export function answersOf({ status, next, delaySeconds }: Answering): string {
  const script = next.length > 0 ? `${scriptOf(next)}, then ${status}` : `${status}`;
  return delaySeconds > 0 ? `${script}, after ${delaySeconds} s` : script;
}

function scriptOf(next: readonly number[]): string {
  const [first] = next;
  if (!next.every((status) => status === first)) return next.join(", ");
  if (next.length === 1) return `${first} once`;
  return next.length === 2 ? `${first} twice` : `${first} ${formatPlural(next.length, "time")}`;
}
