"use client";

import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Input } from "@/components/ui/input";

const restMs = 250;

type Props = { value: string; onChange: (value: string) => void };

/** Looks for what somebody types once the typing pauses. */
export function LogSearch({ value, onChange }: Props) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  // The address may change without the field, as by Back or Clear.
  if (known !== value) {
    setKnown(value);
    setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => latest.current(text.trim()), restMs);
    return () => clearTimeout(timer);
  }, [text, value]);

  return (
    <span className="relative max-sm:basis-full sm:max-w-80 sm:flex-1 sm:basis-60">
      <Search
        aria-hidden="true"
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-2.5 size-4 text-faint"
      />
      <Input
        type="search"
        aria-label="Search deliveries"
        placeholder="Any id, videoId, avatarId or part of a URL"
        className="h-8! pl-8"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === "Enter") latest.current(text.trim());
          if (key !== "Escape") return;
          setText("");
          latest.current("");
          currentTarget.blur();
        }}
      />
    </span>
  );
}
