"use client";

import { spanNames } from "@/components/time/span-names";
import { useTimes } from "@/components/time/zone";
import { FilterPill } from "@/components/ui/filter-pill";
import { preloadable } from "@/components/ui/preloadable";
import type { DeliveryView } from "@/lib/deliveries/view";
import type { Times } from "./log-range-picker";

const LogRangePicker = preloadable(() =>
  import("./log-range-picker").then((made) => made.LogRangePicker),
);

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
  const { moment, day } = useTimes();
  if (since) return spanNames[since];
  const [start, end] = [from?.toISOString(), to?.toISOString()];
  if (start && end) return rangeWords(moment(start), moment(end), day(start) === day(end));
  if (start) return `since ${moment(start)}`;
  return end ? `until ${moment(end)}` : undefined;
}

/** "29 Nov, 08:07 – 14:20": seconds only where a time has some, and the date of the end only if it is another one. */
function rangeWords(start: string, end: string, isOneDay: boolean): string {
  const times = [start, isOneDay ? end.slice(end.indexOf(",") + 2) : end];
  const isWhole = times.every((time) => time.endsWith(":00"));
  return times.map((time) => (isWhole ? time.slice(0, -3) : time)).join(" – ");
}
