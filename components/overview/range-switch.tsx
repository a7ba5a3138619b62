"use client";

import { CalendarRange } from "lucide-react";
import { useRouter } from "next/navigation";
import { useLogLink } from "@/components/deliveries/use-log-link";
import { spanNames } from "@/components/time/span-names";
import { Button } from "@/components/ui/button";
import { Popover, useClosePopover } from "@/components/ui/popover";
import { preloadable } from "@/components/ui/preloadable";
import { type StatsSpan, spans } from "@/lib/stats/slots";
import { useRange } from "./use-range";

const RangePicker = preloadable(() =>
  import("@/components/time/range-picker").then((made) => made.RangePicker<StatsSpan>),
);
const presets = spans.map((value) => ({ value, label: spanNames[value] }));
const segment =
  "inline-flex h-7 items-center gap-1.5 rounded px-2.5 font-medium text-sm text-soft hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-low";

/** Selects the time range of all figures on the page. */
export function RangeSwitch() {
  const { view, choose } = useRange();
  const isCustom = "from" in view;
  return (
    <fieldset className="flex flex-wrap rounded-md bg-idle-wash p-0.5">
      <legend className="sr-only">Time range</legend>
      {spans.map((span) => (
        <button
          key={span}
          type="button"
          aria-pressed={!isCustom && view.since === span}
          aria-label={`${spanNames[span]} (${span})`}
          className={segment}
          onClick={() => choose({ since: span })}
        >
          {span}
        </button>
      ))}
      <Popover
        label="Custom range"
        preload={RangePicker.preload}
        align="end"
        trigger={
          <button
            type="button"
            aria-pressed={isCustom}
            aria-label="Custom range"
            className={segment}
          >
            <CalendarRange aria-hidden="true" className="size-4" />
          </button>
        }
      >
        <AnyRange />
      </Popover>
    </fieldset>
  );
}

function AnyRange() {
  const logLink = useLogLink();
  const { view, choose } = useRange();
  const router = useRouter();
  const close = useClosePopover();
  const set = (range: Parameters<typeof choose>[0]) => {
    close();
    choose(range);
  };
  return (
    <RangePicker
      presets={presets}
      since={"since" in view ? view.since : null}
      from={"from" in view ? view.from : null}
      to={"to" in view ? view.to : null}
      closed
      onPreset={(since) => set({ since })}
      onRange={set}
      other={{ name: "Open in log", act: (range) => router.push(logLink(range)) }}
    />
  );
}

/** Returns from a custom range to the last 24 hours. */
export function WholeDayButton() {
  const { choose } = useRange();
  return <Button onClick={() => choose({ since: "24h" })}>Show the last 24 hours</Button>;
}
