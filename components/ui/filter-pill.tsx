"use client";

import { ChevronDown, X } from "lucide-react";
import type { ReactNode } from "react";
import { Popover } from "./popover";

type Props = {
  name: string;
  /** The selection in words; undefined when the filter is unset. */
  chosen: string | undefined;
  onRemove: () => void;
  /** Shows the selection without the name, where many filters share a line. */
  brief?: boolean;
  /** Loads the code of the children. */
  preload?: () => Promise<unknown>;
  children: ReactNode;
};

/** A filter that shows its selection, opens to change it, and has a button to remove it. */
export function FilterPill({ name, chosen, onRemove, brief = false, preload, children }: Props) {
  const shape = chosen
    ? "min-w-20 border-accent/40 bg-accent-wash text-accent"
    : "shrink-0 border-line bg-raised text-soft shadow-low hover:bg-hover hover:text-ink";
  return (
    <span
      className={`inline-flex min-h-8 max-w-full items-stretch rounded-md border font-medium text-sm ${shape}`}
    >
      <Popover
        label={name}
        preload={preload}
        trigger={
          <button
            type="button"
            data-filter={name}
            title={chosen && `${name}: ${chosen}`}
            className={`-my-px inline-flex min-w-0 items-center gap-1.5 rounded-md pl-2.5 ${chosen ? "" : "pr-2"}`}
          >
            <span className="truncate">
              {chosen ? (
                <>
                  <span className={brief ? "sr-only" : ""}>{name}: </span>
                  {chosen}
                </>
              ) : (
                name
              )}
            </span>
            {!chosen && (
              // On a phone, filters without it fit into one line.
              <ChevronDown aria-hidden="true" className="size-3.5 shrink-0 max-[28rem]:hidden" />
            )}
          </button>
        }
      >
        {children}
      </Popover>
      {chosen && (
        <button
          type="button"
          aria-label={`Remove filter ${name}: ${chosen}`}
          className="-my-px grid w-7 shrink-0 place-items-center rounded-md hover:bg-accent/10"
          onClick={onRemove}
        >
          <X aria-hidden="true" className="size-3.5" />
        </button>
      )}
    </span>
  );
}
