import {
  createParser,
  parseAsArrayOf,
  parseAsIsoDateTime,
  parseAsStringLiteral,
} from "nuqs/server";
import { accountAddress, parseAsId } from "@/components/scope/account-address";
import { eventNames, statusWords, triggers } from "@/db/enums";
import { type Code, causeOf, type DeliveryView, type Span, spans } from "@/lib/deliveries/view";

const longestSearch = 200;

const parseAsSearch = createParser({
  // Postgres cannot store NUL in text.
  parse: (text) => text.replaceAll("\0", "").trim().slice(0, longestSearch) || null,
  serialize: (text: string) => text,
});

const anyOf = <const W extends string>(words: readonly W[]) =>
  parseAsArrayOf(parseAsStringLiteral(words)).withDefault([]);

/** Filters of the log in the page's address; the server parses the same grammar. */
export const logAddress = {
  ...accountAddress,
  status: anyOf(statusWords),
  event: anyOf(eventNames),
  webhook: parseAsArrayOf(parseAsId).withDefault([]),
  code: anyOf(Object.keys(causeOf) as Code[]),
  trigger: anyOf(triggers),
  since: parseAsStringLiteral(Object.keys(spans) as Span[]),
  from: parseAsIsoDateTime,
  to: parseAsIsoDateTime,
  q: parseAsSearch.withDefault(""),
};

/** Display state of the log: open delivery, live updates and density. */
export const logDisplay = {
  d: parseAsId,
  live: parseAsStringLiteral(["0", "1"]).withDefault("1"),
  view: parseAsStringLiteral(["compact"]),
};

type Given = Record<string, string | string[] | undefined>;

/** Returns the filters of an address that could not be parsed. */
export function droppedFrom(given: Given, view: DeliveryView): string[] {
  const read: Record<string, unknown> = view;
  return Object.keys(logAddress).filter((name) => {
    const text = [given[name] ?? ""].flat()[0] ?? "";
    const value = read[name];
    if (text === "") return false;
    if (Array.isArray(value)) return value.length < text.split(",").filter(Boolean).length;
    return value === null || value === "";
  });
}
