import type { LucideIcon } from "lucide-react";

/** An entry of the palette with its action. */
export type Entry = {
  id: string;
  group: "Found" | "Webhooks" | "Views" | "Pages" | "Actions";
  icon: LucideIcon;
  name: string;
  hint?: string | undefined;
  /** Search terms beside the name. */
  words?: string;
} & ({ href: string } | { run: () => void });

/** Returns the entries that contain every word of the text. */
export function matching(entries: readonly Entry[], text: string): Entry[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ name, hint = "", words = "", group }) => {
    const all = `${name} ${hint} ${words} ${group}`.toLowerCase();
    return wanted.every((word) => all.includes(word));
  });
}
