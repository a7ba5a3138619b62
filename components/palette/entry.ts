import type { LucideIcon } from "lucide-react";

/** One line of the palette, and what it does. */
export type Entry = {
  id: string;
  group: "Found" | "Webhooks" | "Views" | "Pages" | "Actions";
  icon: LucideIcon;
  name: string;
  hint?: string | undefined;
  /** What it is found by beside its name. */
  words?: string;
} & ({ href: string } | { run: () => void });

/** Those in which every word of the text occurs. */
export function matching(entries: readonly Entry[], text: string): Entry[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ name, hint = "", words = "", group }) => {
    const all = `${name} ${hint} ${words} ${group}`.toLowerCase();
    return wanted.every((word) => all.includes(word));
  });
}
