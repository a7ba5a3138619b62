"use client";

import { useEffect, useRef, useState } from "react";
import { SearchInput } from "@/components/ui/search-input";

const restMs = 250;

type Props = { value: string; onChange: (value: string) => void };

/** Search field of the log; applies the text after a pause in typing. */
export function LogSearch({ value, onChange }: Props) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  // The address may change independently, by Back or Clear.
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
    <span
      className={`max-sm:basis-full sm:max-w-72 sm:shrink-99 sm:grow sm:basis-36 ${text ? "sm:min-w-32" : "sm:min-w-13 sm:focus-within:min-w-40"}`}
    >
      <SearchInput
        aria-label="Search deliveries"
        placeholder="Video id, any id, URL"
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
