"use client";

import { type KeyboardEvent, type ReactNode, useId } from "react";

type Props<T extends string> = {
  label: string;
  value: T;
  onChange: (value: T) => void;
  tabs: readonly { value: T; name: string }[];
  children: ReactNode;
};

/** Tabs in one place; arrow keys move between them (ARIA tabs pattern). */
export function TabSet<T extends string>({ label, value, onChange, tabs, children }: Props<T>) {
  const id = useId();
  const here = tabs.findIndex((tab) => tab.value === value);
  const walk = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const next = by && tabs.at((here + by) % tabs.length);
    if (!next) return;
    onChange(next.value);
    currentTarget.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next.value}`)}`)?.focus();
  };
  return (
    <>
      <div
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={walk}
        className="flex gap-5 overflow-x-auto border-line border-b print:hidden"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className="-outline-offset-2! min-h-9 whitespace-nowrap border-transparent border-b-2 px-0.5 font-medium text-soft hover:text-ink aria-selected:border-accent aria-selected:text-ink"
          >
            {tab.name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className="pt-4">
        {children}
      </div>
    </>
  );
}
