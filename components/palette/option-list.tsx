"use client";

import { useEffect, useRef } from "react";
import { type Entry, optionId } from "./entry";

const foot = "border-line border-t px-4 py-2 text-faint text-xs";

type Props = {
  id: string;
  entries: readonly Entry[];
  active: Entry | undefined;
  choose: (entry: Entry) => void;
  looking: boolean;
  /** Progress or failure of the chosen action. */
  said: string | undefined;
};

/** Matching entries, which come by group. The field keeps the focus; arrow keys move the active option. */
export function OptionList({ id, entries, active, choose, looking, said }: Props) {
  const note = said ?? (looking ? "Looking…" : nothing(entries));
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label="Results"
        className="max-h-[50dvh] overflow-y-auto p-2"
      >
        {[...new Set(entries.map(({ group }) => group))].map((group) => {
          const within = entries.filter((entry) => entry.group === group);
          return (
            // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups, and no fieldset
            <div key={group} role="group" aria-label={group} className="mb-1">
              <div aria-hidden="true" className="px-2 py-1 font-medium text-faint text-xs">
                {group}
              </div>
              {within.map((entry) => (
                <Option
                  key={entry.id}
                  id={optionId(id, entry)}
                  entry={entry}
                  active={entry === active}
                  choose={choose}
                />
              ))}
            </div>
          );
        })}
      </div>
      <p role="status" className={`${foot} empty:sr-only`}>
        {note}
      </p>
      {note === undefined && (
        <p className={`${foot} pointer-coarse:hidden`}>↑ ↓ to choose, Enter to go, Esc to close</p>
      )}
    </>
  );
}

function nothing(entries: readonly Entry[]): string | undefined {
  return entries.length === 0 ? "No results" : undefined;
}

type OptionProps = {
  id: string;
  entry: Entry;
  active: boolean;
  choose: (entry: Entry) => void;
};

function Option({ id, entry, active, choose }: OptionProps) {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) option.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const { icon: Icon, name, hint, state } = entry;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and answers the keys
    <div
      ref={option}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onClick={() => choose(entry)}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 hover:bg-hover aria-selected:bg-accent-wash"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-faint" />
      {/* The name has the room before the hint, often a long address. One without room wraps and is clipped. */}
      <span className="flex max-h-[1lh] min-w-0 flex-1 flex-wrap gap-x-3 overflow-hidden">
        <span className="max-w-full truncate">{name}</span>
        {hint && (
          <span className="min-w-32 flex-1 truncate text-right text-faint text-sm max-sm:hidden">
            {hint}
          </span>
        )}
      </span>
      {state && <span className="shrink-0 text-faint text-sm">{state}</span>}
    </div>
  );
}
