import { logLink, minuteOf } from "@/components/deliveries/log-link";
import { listed } from "@/lib/deliveries/view";
import type { ReplayChoice } from "@/lib/replays/queries";
import type { Incident } from "@/lib/stats/queries";

const replayPage = "/replays/new";

/** Statuses of deliveries that a receiver did not accept. */
export const undelivered = ["retrying", "failed"] as const;

/** Statuses that "Retry all" takes: "pending" includes retrying deliveries, and those that were never sent. */
export const retried = ["pending", "failed"] as const;
const unaccepted = [...retried, ...undelivered] as const;

/** Page that retries all deliveries that webhooks have not accepted, of all times or since the first failure. */
export function retryAllLink(webhooks: string | readonly string[], since?: string): string {
  const filter = { status: retried, webhook: webhooks, from: since && minuteOf(since) };
  return logLink(filter, replayPage);
}

type Since = Pick<Incident, "webhookId" | "countedFrom" | "kind">;

/** Choice of what an incident counts. */
export function retryIncidentChoice(incident: Since): ReplayChoice {
  const { status, from: endedFrom, webhook } = filterOf(incident);
  return { filter: { status: status.join(), webhook, endedFrom } };
}

/** Log of what an incident counts. */
export function incidentLogLink(incident: Since): string {
  return logLink(filterOf(incident));
}

/** A receiver that still delivers gets what was never sent by itself. */
function filterOf({ webhookId, countedFrom, kind }: Since) {
  const status = kind === "degraded" ? undelivered : retried;
  return { status, webhook: webhookId, from: minuteOf(countedFrom) };
}

/** The same for one webhook, as the filter of a replay. */
export function retryAllChoice(webhook: string): ReplayChoice {
  return { filter: { status: retried.join(), webhook } };
}

export type ReplayVerb = "Retry" | "Resend";

/** Returns "Retry" for a choice of undelivered deliveries, "Resend" for one that may include others. */
export function replayVerb(choice: ReplayChoice): ReplayVerb {
  const statuses = listed("filter" in choice ? choice.filter.status : undefined);
  const retries =
    statuses.length > 0 && statuses.every((each) => unaccepted.includes(each as never));
  return retries ? "Retry" : "Resend";
}
