import { field, textField, type Values, wordField } from "@/components/address/field";
import { idField } from "@/components/scope/account-address";
import { eventNames } from "@/db/enums";
import { foundLimit, orders, statusFilters } from "@/lib/webhook-search/vocabulary";

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
  accountId: idField,
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

/** How many webhooks a list that the server searched shows at first, and each time when more are asked for. */
const [shownFirst, ...shownNext] = [50, 200, foundLimit] as const;

/** Returns the next larger number of webhooks to show, or undefined after the largest. */
export function moreThan(limit: number): number | undefined {
  return shownNext.find((next) => next > limit);
}

/** Returns the query that has the server search for a view of the list. */
export function searchOf(
  view: Values<typeof webhookAddress>,
  account: string | null,
  limit: number = shownFirst,
) {
  const { q, status, event, sort } = view;
  return {
    limit,
    sort,
    ...(q.trim() && { q: q.trim() }),
    ...(status.length > 0 && { status: status.join(",") }),
    ...(event.length > 0 && { event: event.join(",") }),
    ...(account && { account }),
  };
}
