import type { LucideIcon } from "lucide-react";
import { hasEveryWord, splitWords } from "@/lib/words";

export const groups = [
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

/** Returns the entries that contain every word of the text, those whose name begins with the text first. */
export function matching(entries: readonly Entry[], text: string): Entry[] {
  const found = entries.filter(({ name, hint = "", words = "", group }) =>
    hasEveryWord(`${name} ${hint} ${words} ${group}`, text),
  );
  const begins = ({ name }: Entry) => name.toLowerCase().startsWith(text.toLowerCase());
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))];
}

/**
 * Returns the words for which the server searches webhooks: those that begin none of the palette's own (`others`). A secret is no
 * search text, because the address of a request may be logged.
 */
export function searchText(text: string, others: readonly string[]): string {
  const words = splitWords(text.toLowerCase());
  if (words.some(isSecret)) return "";
  return words.filter((word) => !others.some((each) => each.startsWith(word))).join(" ");
}

/** Matches a pasted key or secret, which is compared locally and never put into an address. */
export function isSecret(text: string): boolean {
  return /^(pbk|whsec|whsk)_/.test(text);
}
