import { field, textField, wordField } from "@/components/address/field";
import { eventNames } from "@/db/enums";
import type { WebhookHealth } from "@/lib/health/queries";

export const states = [
  "failing",
  "degraded",
  "auto_paused",
  "paused",
  "healthy",
  "no_traffic",
] as const satisfies readonly WebhookHealth["state"][];

/** Words of the status filter: the states, and webhooks with an incident, which have different states. */
export const statusFilters = ["incident", ...states] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** Columns that sort the list. A minus before the name reverses the order. */
export const sorts = ["health", "name", "rate", "last"] as const;
export type Sort = (typeof sorts)[number];
export type Order = Sort | `-${Sort}`;
const orders = sorts.flatMap((sort): Order[] => [sort, `-${sort}`]);

/** Parses a list of known words; others are dropped. */
function wordsOf<const W extends string>(words: readonly W[]) {
  return field<W[]>({
    parse: (text) => words.filter((word) => text.split(",").includes(word)),
    write: (chosen) => chosen.join(","),
  }).withDefault([]);
}

const eventList = wordsOf(eventNames);

/** First values of the form for a new webhook. */
export const newWebhookAddress = {
  url: textField.withDefault(""),
  events: eventList.withDefault([...eventNames]),
};

/** Filters and order of the webhook list. */
export const webhookAddress = {
  q: textField.withDefault(""),
  status: wordsOf(statusFilters),
  event: eventList,
  sort: wordField(orders).withDefault("health"),
};
