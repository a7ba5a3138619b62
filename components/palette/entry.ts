import type { LucideIcon } from "lucide-react";
import { withoutIsolation } from "@/lib/format";
import { hasEveryWord, splitWords } from "@/lib/words";

const groups = [
  "Found",
  "Recent",
  "Webhooks",
  "Accounts",
  "Views",
  "Pages",
  "Actions",
  "Webhook actions",
  "Search",
] as const;

/** An entry of the palette with its action. */
export type Entry = {
  id: string;
  group: (typeof groups)[number];
  icon: LucideIcon;
  name: string;
  hint?: string | undefined;
  /** Shown after the hint and not searched, so that "pause" finds the action and not what is paused. */
  state?: string;
  /** Search terms beside the name. */
  words?: string;
} & (
  | { href: string }
  | { run: () => void }
  /** Keeps the palette open until the work is done, then opens the address of its result. */
  | { work: () => Promise<string> }
);

/**
 * Returns the entries that contain every word of the text. In this order: the name is the text, begins with it, contains every word,
 * and all others.
 */
export function matching(entries: readonly Entry[], text: string): Entry[] {
  const found = entries.filter(({ name, hint = "", words = "", group }) =>
    hasEveryWord(`${name} ${hint} ${words} ${group}`, text),
  );
  return found.toSorted((a, b) => rank(a.name, text) - rank(b.name, text));
}

function rank(name: string, text: string): number {
  const [all, wanted] = [withoutIsolation(name).toLowerCase(), text.toLowerCase()];
  if (all === wanted) return 0;
  if (all.startsWith(wanted)) return 1;
  return hasEveryWord(name, text) ? 2 : 3;
}

/**
 * Returns the entries in the order of the list: by group. Groups with a name that contains every word of the text come before those
 * that match by other words, and what was found by its id before all.
 */
export function byGroup(entries: readonly Entry[], text: string): Entry[] {
  const named = entries.filter(({ name, group }) => group !== "Search" && hasEveryWord(name, text));
  const first = new Set<Entry["group"]>(["Found", ...named.map(({ group }) => group)]);
  const placeOf = ({ group }: Entry) =>
    groups.indexOf(group) + (first.has(group) ? 0 : groups.length);
  return entries.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Returns the words for which the server searches webhooks: those that begin none of `others`, words of the palette's own. A secret
 * is no search text, because the address of a request may be logged.
 */
export function searchText(text: string, others: readonly string[] = []): string {
  const words = splitWords(text.toLowerCase());
  if (words.some(isSecret)) return "";
  return words.filter((word) => !others.some((each) => each.startsWith(word))).join(" ");
}

/** Matches a pasted key or secret, which is compared locally and never put into an address. */
export function isSecret(text: string): boolean {
  return /^(pbk|whsec|whsk)_/.test(text);
}

/** Returns the first of each id. */
export function unique<Item extends { id: string }>(items: readonly Item[]): Item[] {
  const ids = new Set<string>();
  return items.filter(({ id }) => !ids.has(id) && ids.add(id));
}

/** Returns the id of an entry's element. An id of HTML has no blanks. */
export function optionId(list: string, { id }: Entry): string {
  return `${list}-${id.replaceAll(" ", "-")}`;
}
