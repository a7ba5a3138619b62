import type { EventName } from "@/db/enums";
import type { WebhookHealth } from "@/lib/health/queries";
import { maskUrl } from "@/lib/protocol/mask-url";
import type { WebhookOverview } from "@/lib/settings/queries";
import type { Webhook } from "@/lib/webhooks/queries";
import { type Sort, states } from "./webhook-address";

/** A webhook with all data of its row. */
export type Listed = {
  webhook: Webhook;
  health: WebhookHealth | undefined;
  more: WebhookOverview | undefined;
};
type Choice = { q: string; status: WebhookHealth["state"][]; event: EventName[]; sort: Sort };

export function chooseWebhooks(all: readonly Listed[], choice: Choice): Listed[] {
  return all.filter((one) => fits(one, choice)).sort(orders[choice.sort]);
}

function fits({ webhook, health, more }: Listed, { q, status, event }: Choice): boolean {
  const text = `${maskUrl(webhook.callbackUrl)} ${webhook.id} ${more?.label ?? ""}`.toLowerCase();
  return (
    text.includes(q.trim().toLowerCase()) &&
    (status.length === 0 || (health !== undefined && status.includes(health.state))) &&
    (event.length === 0 || webhook.events.some((name) => event.includes(name)))
  );
}

/** Sorting is stable: among equals the newest stays first. */
const orders: Record<Sort, (a: Listed, b: Listed) => number> = {
  // The order of incidents on the overview.
  health: (a, b) => rank(a) - rank(b) || since(a).localeCompare(since(b)),
  newest: (a, b) => b.webhook.createdAt.localeCompare(a.webhook.createdAt),
  triggered: (a, b) =>
    (b.webhook.lastTriggeredAt ?? "").localeCompare(a.webhook.lastTriggeredAt ?? ""),
  retrying: (a, b) => (b.health?.retrying ?? 0) - (a.health?.retrying ?? 0),
  url: (a, b) => a.webhook.callbackUrl.localeCompare(b.webhook.callbackUrl),
};

/** Start of the state; those without one are last. */
function since({ health }: Listed): string {
  return health?.since ?? "9999";
}

/** Order of health states, worst first. */
function rank({ health }: Listed): number {
  return states.indexOf(health?.state ?? "no_traffic");
}
