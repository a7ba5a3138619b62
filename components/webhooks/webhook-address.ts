import { createParser, parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs/server";
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

/** Columns that sort the list. A minus before the name reverses the order. */
export const sorts = ["health", "name", "rate", "last"] as const;
export type Sort = (typeof sorts)[number];
export type Order = Sort | `-${Sort}`;
const orders = sorts.flatMap((sort): Order[] => [sort, `-${sort}`]);

/** Parses a list of known words; others are dropped. */
function wordsOf<const W extends string>(words: readonly W[]) {
  const list = parseAsArrayOf(parseAsString);
  return createParser<W[]>({
    parse: (text) => words.filter((word) => list.parse(text)?.includes(word)),
    serialize: (chosen) => chosen.join(","),
    eq: (a, b) => a.join() === b.join(),
  }).withDefault([]);
}

const eventList = wordsOf(eventNames);

/** First values of the form for a new webhook. */
export const newWebhookAddress = {
  url: parseAsString.withDefault(""),
  events: eventList.withDefault([...eventNames]),
};

/** Filters and order of the webhook list. */
export const webhookAddress = {
  q: parseAsString.withDefault(""),
  status: wordsOf(states),
  event: eventList,
  sort: parseAsStringLiteral(orders).withDefault("health"),
};
