"use client";

import { useId } from "react";
import { Choice } from "@/components/ui/choice";
import { Choices } from "./choices";

const overlaps = [
  { seconds: 0, words: "No overlap, expire now" },
  { seconds: 3600, words: "1 hour" },
  { seconds: 86400, words: "24 hours" },
  { seconds: 604800, words: "7 days" },
] as const;
export type Overlap = (typeof overlaps)[number]["seconds"];

type Props = { legend: string; value: Overlap; onChange: (seconds: Overlap) => void };

/** Selects how long a replaced secret or key stays valid. */
export function OverlapChoice({ legend, value, onChange }: Props) {
  const name = useId();
  return (
    <Choices legend={legend}>
      {overlaps.map(({ seconds, words }) => (
        <Choice
          key={seconds}
          type="radio"
          name={name}
          label={words}
          checked={value === seconds}
          onChange={() => onChange(seconds)}
        />
      ))}
    </Choices>
  );
}
