import { listed } from "@/lib/deliveries/view";
import type { ReplayChoice } from "@/lib/replays/queries";

/** Statuses of deliveries that a receiver did not accept. */
export const undelivered = ["retrying", "failed"] as const;

/** The same, with those that were not sent yet. */
const unaccepted = ["pending", ...undelivered] as const;

/** Page that retries the undelivered deliveries of a webhook. */
export function retryAllLink(webhookId: string): string {
  return `/replays/new?status=${undelivered.join(",")}&webhook=${webhookId}`;
}

export type ReplayVerb = "Retry" | "Resend";

/** Returns "Retry" for a choice of undelivered deliveries, "Resend" for one that may include others. */
export function replayVerb(choice: ReplayChoice): ReplayVerb {
  const statuses = listed("filter" in choice ? choice.filter.status : undefined);
  const retries =
    statuses.length > 0 && statuses.every((each) => unaccepted.includes(each as never));
  return retries ? "Retry" : "Resend";
}
