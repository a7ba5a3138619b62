import { logLink, minuteBefore } from "@/components/deliveries/log-link";
import { listed } from "@/lib/deliveries/view";
import type { ReplayChoice } from "@/lib/replays/queries";

/** Statuses of deliveries that a receiver did not accept. */
export const undelivered = ["retrying", "failed"] as const;

/** The same, with those that were not sent yet. */
const unaccepted = ["pending", ...undelivered] as const;

/** Page that retries the undelivered deliveries of webhooks, of all times or since the start of an incident. */
export function retryAllLink(webhooks: string | readonly string[], since?: string): string {
  const filter = { status: undelivered, webhook: webhooks, from: since && minuteBefore(since) };
  return logLink(filter, "/replays/new");
}

export type ReplayVerb = "Retry" | "Resend";

/** Returns "Retry" for a choice of undelivered deliveries, "Resend" for one that may include others. */
export function replayVerb(choice: ReplayChoice): ReplayVerb {
  const statuses = listed("filter" in choice ? choice.filter.status : undefined);
  const retries =
    statuses.length > 0 && statuses.every((each) => unaccepted.includes(each as never));
  return retries ? "Retry" : "Resend";
}
