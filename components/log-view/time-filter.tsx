"use client";

import { spanNames } from "@/components/time/span-names";
import { useTimes } from "@/components/time/zone";
import { FilterPill } from "@/components/ui/filter-pill";
import { late } from "@/components/ui/late";
import { type DeliveryView, type Span, selectsByEnd, spans } from "@/lib/deliveries/view";

const RangePicker = late(() =>
  import("@/components/time/range-picker").then((made) => made.RangePicker<Span>),
);

type Times = { since: Span | null; from: Date | null; to: Date | null };
type Props = { view: DeliveryView; brief: boolean; set: (times: Times) => void };

const none: Times = { since: null, from: null, to: null };
const presets = (Object.keys(spans) as Span[]).map((value) => ({
  value,
  label: spanNames[value],
}));

/** Filters by a relative span or by absolute times. */
export function TimeFilter({ view, brief, set }: Props) {
  const { since, from, to } = view;
  return (
    <FilterPill
      name={selectsByEnd(view) ? "Ended" : "Time"}
      chosen={useWords(view)}
      brief={brief}
      onRemove={() => set(none)}
      preload={RangePicker.preload}
    >
      <RangePicker
        presets={presets}
        since={since}
        from={from?.toISOString() ?? null}
        to={to?.toISOString() ?? null}
        onPreset={(span) => set({ ...none, since: span })}
        onRange={({ from, to }) =>
          set({ since: null, from: from ? new Date(from) : null, to: to ? new Date(to) : null })
        }
      />
    </FilterPill>
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
