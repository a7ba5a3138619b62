import type { LucideIcon } from "lucide-react";

export const groups = [
  "Found",
  "Recent",
  "Webhooks",
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

/** Returns the entries that contain every word of the text. */
export function matching(entries: readonly Entry[], text: string): Entry[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ name, hint = "", words = "", group }) => {
    const all = `${name} ${hint} ${words} ${group}`.toLowerCase();
    return wanted.every((word) => all.includes(word));
  });
}
