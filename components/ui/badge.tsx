import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

const tones = {
  good: "bg-good-wash text-good",
  warn: "bg-warn-wash text-warn",
  bad: "bg-bad-wash text-bad",
  busy: "bg-busy-wash text-busy",
  idle: "bg-idle-wash text-idle",
} as const;
export type Tone = keyof typeof tones;

type Props = { tone: Tone; icon?: LucideIcon; children: ReactNode };

/** A state in a word; the icon distinguishes it without colour. */
export function Badge({ tone, icon: Icon, children }: Props) {
  return (
    <span
      className={`inline-flex h-5.5 items-center gap-1 whitespace-nowrap rounded-md px-1.5 font-medium text-xs ${tones[tone]}`}
    >
      {Icon && <Icon aria-hidden="true" className="size-3.5" strokeWidth={2.25} />}
      {children}
    </span>
  );
}
