import { CircleCheck, CircleDashed, CircleX, LoaderCircle } from "lucide-react";
import Link from "next/link";
import { textLink } from "@/components/ui/text-link";

export type Progress = "idle" | "busy" | "done" | "failed";

const looks = {
  idle: { icon: CircleDashed, word: "Waiting", shape: "text-faint", frame: "border-line" },
  busy: {
    icon: LoaderCircle,
    word: "In progress",
    shape: "animate-spin text-accent motion-reduce:animate-none",
    frame: "border-accent/40",
  },
  done: { icon: CircleCheck, word: "Done", shape: "text-good", frame: "border-good/40" },
  failed: { icon: CircleX, word: "Failed", shape: "text-bad", frame: "border-bad/40" },
} as const;

type Props = {
  step: number;
  name: string;
  progress: Progress;
  text: string;
  link?: { href: string; name: string } | undefined;
};

/** One step of the demonstration. Its height is the same before and after. */
export function Pane({ step, name, progress, text, link }: Props) {
  const { icon: Icon, word, shape, frame } = looks[progress];
  return (
    <li className={`grid min-h-28 content-start gap-1 rounded-md border bg-sunken p-3.5 ${frame}`}>
      <p className="flex items-center gap-2 font-medium">
        <Icon aria-hidden="true" className={`size-4 shrink-0 ${shape}`} />
        <span className="sr-only">
          Step {step}, {word}:
        </span>
        {name}
      </p>
      <p className="wrap-anywhere text-soft text-sm">{text}</p>
      {link && (
        <Link
          href={link.href}
          prefetch={false}
          className={`mt-auto justify-self-start font-medium text-sm ${textLink}`}
        >
          {link.name}
        </Link>
      )}
    </li>
  );
}
