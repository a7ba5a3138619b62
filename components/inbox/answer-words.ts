import type { InboxStatus } from "@/db/enums";
import { formatPlural, formatQuantity } from "@/lib/format";
import type { InboxBin } from "@/lib/inbox/queries";

const later = "Retried after the delay it asks for.";
const onSchedule = "Retried on schedule.";

/** Effect of each status on a delivery; of 429 and 503 with `Retry-After`. */
export const answerWords: Record<InboxStatus, { word: string; meaning: string }> = {
  200: { word: "OK", meaning: "Delivered." },
  204: { word: "No content", meaning: "Delivered, like any 2xx." },
  410: { word: "Gone", meaning: "The delivery fails and the webhook is paused." },
  429: { word: "Too many requests", meaning: later },
  500: { word: "Server error", meaning: onSchedule },
  503: { word: "Unavailable", meaning: later },
};

type Effective = Pick<InboxBin, "status" | "retryAfterSeconds" | "delaySeconds">;

/** Returns the effect of the bin's answers on a delivery. */
export function effectOf({ status, retryAfterSeconds, delaySeconds }: Effective): string {
  const { meaning } = answerWords[status];
  const effect = meaning === later && retryAfterSeconds === null ? onSchedule : meaning;
  if (delaySeconds === 0) return effect;
  const delay = formatQuantity(delaySeconds, "s");
  return `${effect} Attempts of webhooks with a timeout of ${delay} or less time out.`;
}

type Answering = Pick<InboxBin, "status" | "next" | "delaySeconds">;

/** "503 twice, then 200, after 2 s" */
export function answersOf({ status, next, delaySeconds }: Answering): string {
  const script = next.length > 0 ? `${scriptOf(next)}, then ${status}` : `${status}`;
  return delaySeconds > 0 ? `${script}, after ${formatQuantity(delaySeconds, "s")}` : script;
}

function scriptOf(next: readonly number[]): string {
  const [first] = next;
  if (!next.every((status) => status === first)) return next.join(", ");
  if (next.length === 1) return `${first} once`;
  return next.length === 2 ? `${first} twice` : `${first} ${formatPlural(next.length, "time")}`;
}
