"use client";

import { Check } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { nextIndex } from "./next-index";
import { useClosePopover } from "./popover";
import { SearchInput } from "./search-input";

export type Option<V extends string> = {
  value: V;
  label: string;
  hint?: ReactNode;
  /** Heading above the first option of a group. */
  group?: string | undefined;
};

type Props<V extends string> = {
  label: string;
  options: readonly Option<V>[];
  value: V | undefined;
  onChange: (value: V) => void;
  /** Called with the text of the search field, when a server has more options. `options` are then those that it found. */
  onSearch?: ((text: string) => void) | undefined;
  isSearching?: boolean;
  /** Below the options. */
  note?: string | undefined;
};

/** Longer lists have a search field. */
const mostUnsearched = 8;

/** Options of a popover, which closes once one is selected. Arrow keys, Home, End, Enter and typing work. */
export function ListBox<V extends string>(props: Props<V>) {
  const { label, options, value, onChange, onSearch, isSearching = false, note } = props;
  const id = useId();
  const close = useClosePopover();
  const choose = (chosen: V) => {
    close();
    onChange(chosen);
  };
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const shown = options.filter(
    (one) => one.label.toLowerCase().includes(wanted) || (onSearch && one.value === wanted),
  );
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      options.findIndex((one) => one.value === value),
    ),
  );
  const active = shown[Math.min(at, shown.length - 1)];
  const isLong = onSearch !== undefined || options.length > mostUnsearched;
  const activeId = active && `${id}-${active.value}`;

  // The list is loaded after its popover, which then has the focus itself.
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>("input, [role='listbox']")?.focus();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextIndex(event, shown, at, isLong);
    if (next !== undefined) setAt(next);
    else if (active && (event.key === "Enter" || (event.key === " " && !isLong)))
      choose(active.value);
    else return;
    event.preventDefault();
  };
  return (
    <div ref={box} className="-m-1.5 grid w-64 gap-1.5">
      {isLong && (
        <SearchInput
          role="combobox"
          aria-label={`Search: ${label}`}
          aria-expanded
          aria-controls={id}
          aria-activedescendant={activeId}
          autoComplete="off"
          placeholder="Search"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setAt(0);
            onSearch?.(target.value);
          }}
          onKeyDown={onKeyDown}
        />
      )}
      <div
        id={id}
        role="listbox"
        aria-label={label}
        tabIndex={isLong ? -1 : 0}
        aria-activedescendant={isLong ? undefined : activeId}
        onKeyDown={isLong ? undefined : onKeyDown}
        className="-outline-offset-2! max-h-72 overflow-y-auto rounded-md"
      >
        {shown.map((one, n) => (
          <Line
            key={one.value}
            id={`${id}-${one.value}`}
            option={one}
            heading={one.group === shown[n - 1]?.group ? undefined : one.group}
            active={one === active}
            selected={one.value === value}
            choose={() => choose(one.value)}
          />
        ))}
      </div>
      <p role="status" className="px-2 pb-1 text-faint text-sm empty:hidden">
        {shown.length > 0 ? note : isSearching ? "Searching…" : "No matches"}
      </p>
    </div>
  );
}

type LineProps = {
  id: string;
  option: Option<string>;
  heading: string | undefined;
  active: boolean;
  selected: boolean;
  choose: () => void;
};

function Line({ id, option: { label, hint }, heading, active, selected, choose }: LineProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) line.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <>
      {heading && (
        <div role="presentation" className="px-2 pt-2 pb-1 font-medium text-faint text-xs">
          {heading}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list or its search field has the focus and answers the keys */}
      <div
        ref={line}
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={selected}
        data-active={active || undefined}
        onClick={choose}
        className="flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 py-1 hover:bg-hover data-active:bg-idle-wash"
      >
        <span className="wrap-anywhere min-w-0 flex-1">
          {label}
          {hint && <span className="block text-faint text-sm">{hint}</span>}
        </span>
        {selected && <Check aria-hidden="true" className="size-4 shrink-0 text-accent" />}
      </div>
    </>
  );
}
