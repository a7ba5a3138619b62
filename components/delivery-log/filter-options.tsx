"use client";

import { causeWords } from "@/components/deliveries/causes";
import { Choice } from "@/components/ui/choice";
import type { StatusWord } from "@/db/enums";
import { type Code, causeOf, type Span } from "@/lib/deliveries/view";

type Option<V> = { value: V; label: string; hint?: string | undefined };
type Props<V extends string> = {
  legend: string;
  /** Shows the legend, where several groups share a menu. */
  heading?: boolean;
  type: "checkbox" | "radio";
  options: readonly Option<V>[];
  chosen: readonly V[];
  onChange: (chosen: V[]) => void;
};

/** Options of a filter. */
export function FilterOptions<V extends string>({
  legend,
  heading = false,
  type,
  options,
  chosen,
  onChange,
}: Props<V>) {
  const pick = (value: V, on: boolean) => {
    if (type === "radio") return onChange([value]);
    const kept = chosen.filter((other) => other !== value);
    onChange(on ? [...kept, value] : kept);
  };
  return (
    <fieldset>
      <legend className={heading ? "mb-1 font-medium text-sm text-soft" : "sr-only"}>
        {legend}
      </legend>
      {options.map(({ value, label, hint }) => (
        <Choice
          key={value}
          type={type}
          name={legend}
          label={<span className="wrap-anywhere">{label}</span>}
          hint={hint}
          checked={chosen.includes(value)}
          onChange={({ target }) => pick(value, target.checked)}
        />
      ))}
    </fieldset>
  );
}

export const statusNames: Record<StatusWord, string> = {
  failed: "Failed",
  retrying: "Retrying",
  sending: "Sending",
  pending: "Pending",
  delivered: "Delivered",
  cancelled: "Cancelled",
};
export const statusHints: Partial<Record<StatusWord, string>> = {
  failed: "No attempts left",
  retrying: "Another attempt is scheduled",
  pending: "Not finished",
};

export const spanNames: Record<Span, string> = {
  "15m": "Last 15 minutes",
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};

/** "429 Too many requests", "Timed out" */
export function codeName(code: Code): string {
  const { short } = causeWords[causeOf[code]];
  return /^\d/.test(code) ? `${code} ${short}` : short;
}
