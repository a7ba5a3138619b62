"use client";

import { useEffect, useRef, useState } from "react";
import { SearchInput } from "./search-input";

const restMs = 250;

type Props = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
};

/** Search field that applies the text after a pause in typing, or by Enter. */
export function DelayedSearch({ label, placeholder, value, onChange }: Props) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  // The address may change independently, by Back or Clear.
  if (known !== value) {
    setKnown(value);
    if (value !== text.trim()) setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => latest.current(text.trim()), restMs);
    return () => clearTimeout(timer);
  }, [text, value]);

  return (
    <SearchInput
      aria-label={label}
      placeholder={placeholder}
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
  );
}
