"use client";

import { useId, useState } from "react";
import { useTimes, useZone } from "@/components/time/zone";
import { Button } from "@/components/ui/button";
import { FilterPill } from "@/components/ui/filter-pill";
import { Input } from "@/components/ui/input";
import { type DeliveryView, type Span, spans } from "@/lib/deliveries/view";
import { clockText, readClock } from "@/lib/zone";
import { FilterOptions, spanNames } from "./filter-options";

type Times = { since: Span | null; from: Date | null; to: Date | null };
type Props = { view: DeliveryView; set: (times: Times) => void };

const none: Times = { since: null, from: null, to: null };

/** Filters by a relative span or by absolute times. */
export function TimeFilter({ view, set }: Props) {
  return (
    <FilterPill name="Time" chosen={useWords(view)} onRemove={() => set(none)}>
      <FilterOptions
        legend="Time"
        type="radio"
        options={(Object.keys(spans) as Span[]).map((value) => ({
          value,
          label: spanNames[value],
        }))}
        chosen={view.since ? [view.since] : []}
        onChange={([since = null]) => set({ ...none, since })}
      />
      <Range key={`${view.from} ${view.to}`} view={view} set={set} />
    </FilterPill>
  );
}

function Range({ view, set }: Props) {
  const zone = useZone();
  const textOf = (time: Date | null) => (time ? clockText(zone, time.getTime()) : "");
  const [from, setFrom] = useState(textOf(view.from));
  const [to, setTo] = useState(textOf(view.to));
  const [start = null, end = null] = [readClock(zone, from), readClock(zone, to)];
  const odd = start && end && start >= end;
  return (
    <form
      className="mt-3 grid gap-2 border-line border-t pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!odd) set({ since: null, from: start, to: end });
      }}
    >
      <Clock label={`From (${zone})`} value={from} onChange={setFrom} />
      <Clock label={`To (${zone})`} value={to} onChange={setTo} />
      {odd && <p className="text-bad text-sm">The end must be after the start.</p>}
      <Button type="submit" size="small" className="justify-self-start">
        Apply
      </Button>
    </form>
  );
}

type ClockProps = { label: string; value: string; onChange: (text: string) => void };

function Clock({ label, value, onChange }: ClockProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
      <Input
        id={id}
        type="datetime-local"
        step={1}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

function useWords({ since, from, to }: DeliveryView): string | undefined {
  const { moment } = useTimes();
  if (since) return spanNames[since];
  const [start, end] = [from && moment(from.toISOString()), to && moment(to.toISOString())];
  if (start && end) return `${start} – ${end}`;
  if (start) return `since ${start}`;
  return end ? `until ${end}` : undefined;
}
