"use client";

import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { fieldShape, type Shape } from "./input";
import { Popover } from "./popover";

export type SelectFieldProps = Shape & {
  /** Names the control together with the selected option. */
  label: string;
  /** The selected option in words. */
  shown: string;
  /** Loads the code of the children. */
  preload: () => Promise<unknown>;
  /** The options. */
  children: ReactNode;
  align?: "start" | "end";
  disabled?: boolean | undefined;
  id?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean;
};

/** A field that opens options. */
export function SelectField(props: SelectFieldProps) {
  const { label, shown, preload, children, align = "start", ...rest } = props;
  const { height, text, width } = rest;
  return (
    <Popover
      label={label}
      align={align}
      preload={preload}
      trigger={
        <button
          type="button"
          id={rest.id}
          disabled={rest.disabled}
          aria-label={`${label}: ${shown}`}
          aria-describedby={rest["aria-describedby"]}
          data-invalid={rest["aria-invalid"] || undefined}
          className={`flex items-center justify-between gap-2 text-left data-invalid:border-bad ${fieldShape({ height, text, width })}`}
        >
          {/* Without a width of its own, a long name would widen the form on a phone. */}
          <span className={`truncate ${width === "fit" ? "min-w-0" : "w-0 grow"}`}>{shown}</span>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-faint" />
        </button>
      }
    >
      {children}
    </Popover>
  );
}
