import type { EventName } from "@/db/enums";
import { compareNames } from "@/lib/compare-names";
import { formatTarget } from "@/lib/format";
import type { WebhookHealth } from "@/lib/health/queries";
import { maskUrl } from "@/lib/protocol/mask-url";
import type { WebhookOverview } from "@/lib/settings/queries";
import {
  type Order,
  type Sort,
  type StatusFilter,
  statesByRank,
} from "@/lib/webhook-search/vocabulary";
import type { Webhook } from "@/lib/webhooks/queries";
import { hasEveryWord } from "@/lib/words";

/** A webhook with all data of its row. */
export type Listed = {
  webhook: Webhook;
  health: WebhookHealth | undefined;
  more: WebhookOverview | undefined;
};
type Healthy = Pick<Listed, "webhook" | "health">;
type Choice = { q: string; status: StatusFilter[]; event: EventName[]; sort: Order };

export function chooseWebhooks(all: readonly Listed[], choice: Choice): Listed[] {
  return all.filter((one) => fits(one, choice)).sort(comparing(choice.sort));
}

function fits({ webhook, health, more }: Listed, { q, status, event }: Choice): boolean {
  const text = `${maskUrl(webhook.callbackUrl)} ${webhook.id} ${more?.label ?? ""}`;
  return (
    hasEveryWord(text, q) &&
    (status.length === 0 || (health !== undefined && isIn(status, health))) &&
    (event.length === 0 || webhook.events.some((name) => event.includes(name)))
  );
}

function isIn(status: StatusFilter[], { state, incident, lateSince }: WebhookHealth): boolean {
  return (
    status.includes(state) ||
    (incident && status.includes("incident")) ||
    (lateSince !== undefined && status.includes("late"))
  );
}

/** Sorts by a column, backwards after a minus. Stable: except by health, the newest of equals stays first. */
function comparing(order: Order) {
  const backwards = order.startsWith("-");
  const compare = comparisons[(backwards ? order.slice(1) : order) as Sort];
  return (a: Listed, b: Listed) => (backwards ? compare(b, a) : compare(a, b));
}

/** Worst health, first name, lowest rate and latest delivery come first. */
const comparisons: Record<Sort, (a: Listed, b: Listed) => number> = {
  health: compareHealth,
  name: (a, b) => compareNames(nameOf(a), nameOf(b)),
  rate: (a, b) => rateOf(a) - rateOf(b),
  last: (a, b) => compareText(lastAttemptAt(b) ?? "", lastAttemptAt(a) ?? ""),
};

/**
 * Returns the time of the latest attempt: of a request, or of a connection that failed. The page reads the health again after
 * each attempt, but not the webhook.
 */
export function lastAttemptAt({ webhook, health }: Healthy): string | undefined {
  const times = [webhook.lastTriggeredAt, health?.lastSuccessAt, health?.lastFailureAt];
  return times
    .filter((at) => at !== undefined)
    .sort(compareText)
    .at(-1);
}

/** Compares by state and its start: the order of incidents on the overview. */
export function compareHealth(a: Healthy, b: Healthy): number {
  return (
    rank(a) - rank(b) ||
    compareText(since(a), since(b)) ||
    (since(a) === never ? 0 : compareText(a.webhook.id, b.webhook.id))
  );
}

/** Compares ids and times, which have no language. */
function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** After every time. */
const never = "9999";

/** Start of the state, or the due time of the oldest delivery of a late webhook; those without one are last. */
function since({ health }: Healthy): string {
  return (health?.state === "late" ? health.lateSince : health?.since) ?? never;
}

/** Order of health states, worst first. */
function rank({ health }: Healthy): number {
  return statesByRank.indexOf(health?.state ?? "no_traffic");
}

export function nameOf({ webhook, more }: Pick<Listed, "webhook" | "more">): string {
  return more?.label || formatTarget(webhook.callbackUrl);
}

/** Success rate of the last day; above every rate without traffic. */
function rateOf({ health }: Listed): number {
  const { delivered = 0, failed = 0, retrying = 0 } = health ?? {};
  const all = delivered + failed + retrying;
  return all === 0 ? 2 : delivered / all;
}
