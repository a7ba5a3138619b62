"use client";

import { useRouter } from "next/navigation";
import type { MouseEvent } from "react";
import { SearchInput } from "@/components/ui/search-input";
import { formatPlural } from "@/lib/format";
import { type NavPart, searchNav } from "./search-nav";

type FieldProps = { value: string; parts: NavPart[]; onChange: (text: string) => void };

/** Searches the table of contents in the browser; Enter opens the first match. */
export function NavSearch({ value, parts, onChange }: FieldProps) {
  const router = useRouter();
  const go = () => {
    const [first] = searchNav(parts, value);
    if (!first) return;
    onChange("");
    router.push(first.href);
  };
  return (
    <search className="block">
      <SearchInput
        aria-label="Find in the documentation"
        placeholder="Find in the docs"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={({ key }) => {
          if (key === "Enter") go();
          if (key === "Escape") onChange("");
        }}
      />
    </search>
  );
}

type FoundProps = {
  text: string;
  parts: NavPart[];
  choose: (event: MouseEvent<HTMLElement>) => void;
};

/** Matches, in the order of the contents. */
export function NavFound({ text, parts, choose }: FoundProps) {
  const found = searchNav(parts, text);
  return (
    <div>
      <p role="status" className="px-2.5 text-faint text-xs">
        {found.length === 0 ? "No matches" : `${formatPlural(found.length, "place")} found`}
      </p>
      <ul className="mt-1.5 space-y-px">
        {found.map(({ href, label, within }) => (
          <li key={href}>
            <a
              href={href}
              onClick={choose}
              className="tap block min-h-7 rounded-md px-2.5 py-1 text-soft hover:bg-hover hover:text-ink"
            >
              {label}
              <span className="block text-faint text-xs">{within}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
