"use client";

import { ChevronDown } from "lucide-react";
import { late } from "@/components/ui/late";
import { fieldShape, type Shape } from "./input";
import type { Option } from "./list-box";
import { Popover } from "./popover";

// Loaded when a field opens, for the first load of pages.
const ListBox = late(() => import("./list-box").then((made) => made.ListBox<string>));

type Props<V extends string> = Shape & {
  /** Names the control together with the selected option. */
  label: string;
  options: readonly Option<V>[];
  value: V | undefined;
  onChange: (value: V) => void;
  /** Shown while nothing is selected. */
  placeholder?: string;
  align?: "start" | "end";
  disabled?: boolean;
  id?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean;
};

/** A field that selects one of several options. More than eight can be searched. */
export function SelectBox<V extends string>(props: Props<V>) {
  const { label, options, value, onChange, placeholder = "Choose", align = "start" } = props;
  const { height, text, width, ...rest } = props;
  const shown = options.find((one) => one.value === value)?.label ?? placeholder;
  return (
    <Popover
      label={label}
      align={align}
      preload={ListBox.preload}
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
      <ListBox
        label={label}
        options={options}
        value={value}
        onChange={(chosen) => onChange(chosen as V)}
      />
    </Popover>
  );
}
