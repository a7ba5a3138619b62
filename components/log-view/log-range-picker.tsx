"use client";

import { RangePicker } from "@/components/time/range-picker";
import { spanNames } from "@/components/time/span-names";
import { type DeliveryView, type Span, spans } from "@/lib/deliveries/view";

export type Times = Pick<DeliveryView, "since" | "from" | "to">;
type Props = Times & { set: (times: Times) => void };

const presets = (Object.keys(spans) as Span[]).map((value) => ({
  value,
  label: spanNames[value],
}));

/** Selects the time of the log. */
export function LogRangePicker({ since, from, to, set }: Props) {
  return (
    <>
      <RangePicker
        presets={presets}
        since={since}
        from={from?.toISOString() ?? null}
        to={to?.toISOString() ?? null}
        onPreset={(span) => set({ since: span, from: null, to: null })}
        onRange={({ from, to }) =>
          set({ since: null, from: from ? new Date(from) : null, to: to ? new Date(to) : null })
        }
      />
      <p className="mt-2 max-w-72 text-soft text-xs">
        Deliveries that ended in this time, and those that have not ended.
      </p>
    </>
  );
}
