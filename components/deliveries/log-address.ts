import {
  integerField,
  listField,
  searchField,
  timeField,
  wordField,
} from "@/components/address/field";
import { accountAddress, idField } from "@/components/scope/account-address";
import { eventNames, statusWords, triggers } from "@/db/enums";
import { type Code, causeOf, type Span, spans } from "@/lib/deliveries/view";

const anyOf = <const W extends string>(words: readonly W[]) =>
  listField(wordField(words)).withDefault([]);

/** Filters of the log in the page's address; the server parses the same grammar. */
export const logAddress = {
  ...accountAddress,
  status: anyOf(statusWords),
  event: anyOf(eventNames),
  webhook: listField(idField).withDefault([]),
  code: anyOf(Object.keys(causeOf) as Code[]),
  trigger: anyOf(triggers),
  since: wordField(Object.keys(spans) as Span[]),
  from: timeField,
  to: timeField,
  q: searchField.withDefault(""),
};

/** Display state of the log: open delivery and its attempt, live updates and density. */
export const logDisplay = {
  d: idField,
  att: integerField,
  live: wordField(["0", "1"]).withDefault("1"),
  view: wordField(["compact"]),
};
