import { CircleCheck, CircleDashed, type LucideIcon, OctagonX, TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { Tone } from "@/components/ui/badge";
import type { Part } from "./judged";

const signs: Record<Tone, { icon: LucideIcon; ink: string; word: string }> = {
  good: { icon: CircleCheck, ink: "text-good", word: "Good" },
  warn: { icon: TriangleAlert, ink: "text-warn", word: "Look at this" },
  bad: { icon: OctagonX, ink: "text-bad", word: "Broken" },
  busy: { icon: CircleDashed, ink: "text-busy", word: "Busy" },
  idle: { icon: CircleDashed, ink: "text-faint", word: "Unknown" },
};

export function PartTile({ part: { name, tone, value, detail, href } }: { part: Part }) {
  const { icon: Icon, ink, word } = signs[tone];
  return (
    <li
      className={`relative min-w-0 rounded-lg border bg-raised p-4 shadow-low ${tone === "bad" ? "border-bad/40" : "border-line"}`}
    >
      <h2 className="flex items-center gap-1.5 font-medium text-soft text-sm">
        <Icon aria-hidden="true" className={`size-4 ${ink}`} />
        {href ? (
          <Link href={href} className="rounded-sm after:absolute after:inset-0 hover:underline">
            {name}
          </Link>
        ) : (
          name
        )}
        <span className="sr-only">: {word}</span>
      </h2>
      <p className="mt-1.5 truncate font-semibold text-lg tabular-nums">{value}</p>
      <p
        className="text-faint text-sm max-md:line-clamp-2 max-md:min-h-10 md:truncate"
        title={detail}
      >
        {detail}
      </p>
    </li>
  );
}
