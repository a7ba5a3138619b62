"use client";

import { useId } from "react";
import { Choice } from "@/components/ui/choice";
import { type FormProps, RangeForm } from "./range-form";

type Props<S extends string> = FormProps & {
  presets: readonly { value: S; label: string }[];
  since: S | null;
  onPreset: (since: S) => void;
};

/** Selects a time range: a preset, or a start and an end as typed text. */
export function RangePicker<S extends string>(props: Props<S>) {
  const { presets, since, onPreset, ...range } = props;
  const name = useId();
  return (
    <div className="w-72 max-w-full">
      <fieldset className="grid grid-cols-2 gap-x-3">
        <legend className="sr-only">Time</legend>
        {presets.map(({ value, label }) => (
          <Choice
            key={value}
            type="radio"
            name={name}
            label={label}
            checked={since === value}
            onChange={() => onPreset(value)}
          />
        ))}
      </fieldset>
      <RangeForm key={`${range.from} ${range.to}`} {...range} />
    </div>
  );
}
