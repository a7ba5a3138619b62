"use client";

import { spanNames } from "@/components/time/span-names";
import { useTimes } from "@/components/time/zone";
import { FilterPill } from "@/components/ui/filter-pill";
import { late } from "@/components/ui/late";
import type { DeliveryView } from "@/lib/deliveries/view";
import type { Times } from "./log-range-picker";

const LogRangePicker = late(() => import("./log-range-picker").then((made) => made.LogRangePicker));

type Props = { view: DeliveryView; brief: boolean; set: (times: Times) => void };

/** Filters by a relative span or by absolute times. */
export function TimeFilter({ view, brief, set }: Props) {
  const { since, from, to } = view;
  return (
    <FilterPill
      name="Time"
      chosen={useWords(view)}
      brief={brief}
      onRemove={() => set({ since: null, from: null, to: null })}
      preload={LogRangePicker.preload}
    >
      <LogRangePicker since={since} from={from} to={to} set={set} />
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
