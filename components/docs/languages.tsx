"use client";

import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";

export type Variant = { name: string; code: string; shown: ReactNode };

/** The same in several languages, one at a time. */
export function Languages({ label, variants }: { label: string; variants: Variant[] }) {
  const [chosen, choose] = useState(0);
  const id = useId();

  const move = ({ key, currentTarget }: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = (chosen + step + variants.length) % variants.length;
    choose(next);
    currentTarget.querySelectorAll("button")[next]?.focus();
  };

  return (
    <div className="overflow-hidden rounded-lg border border-line bg-sunken">
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex h-10 gap-1 overflow-x-auto border-line border-b px-2"
      >
        {variants.map(({ name }, n) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}${n}`}
            aria-selected={n === chosen}
            aria-controls={`${id}${n}-panel`}
            tabIndex={n === chosen ? 0 : -1}
            onClick={() => choose(n)}
            className="border-transparent border-b-2 px-2.5 font-medium text-soft text-sm -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:text-ink"
          >
            {name}
          </button>
        ))}
      </div>
      {variants.map(({ name, code, shown }, n) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}${n}-panel`}
          aria-labelledby={`${id}${n}`}
          hidden={n !== chosen}
          className="relative"
        >
          {shown}
          <div className="absolute top-1.5 right-1.5 rounded-md bg-sunken">
            <CopyButton text={code} label={`Copy the ${name} code`} />
          </div>
        </div>
      ))}
    </div>
  );
}
