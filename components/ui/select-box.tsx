"use client";

import { preloadable } from "@/components/ui/preloadable";
import type { Option } from "./list-box";
import { SelectField, type SelectFieldProps } from "./select-field";

// Loaded when a field opens, for the first load of pages.
const ListBox = preloadable(() => import("./list-box").then((made) => made.ListBox<string>));

type Props<V extends string> = Omit<SelectFieldProps, "shown" | "preload" | "children"> & {
  options: readonly Option<V>[];
  value: V | undefined;
  onChange: (value: V) => void;
  /** Shown while nothing is selected. */
  placeholder?: string;
};

/** A field that selects one of several options. More than eight can be searched. */
export function SelectBox<V extends string>(props: Props<V>) {
  const { options, value, onChange, placeholder = "Choose", ...field } = props;
  const shown = options.find((one) => one.value === value)?.label ?? placeholder;
  return (
    <SelectField {...field} shown={shown} preload={ListBox.preload}>
      <ListBox
        label={field.label}
        options={options}
        value={value}
        onChange={(chosen) => onChange(chosen as V)}
      />
    </SelectField>
  );
}
