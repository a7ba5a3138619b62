"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { logLink } from "@/components/deliveries/log-link";
import { added, bucketInWords } from "@/components/stats/added";
import { Bars } from "@/components/stats/bars";
import { ChartTable, TableSwitch } from "@/components/stats/chart-table";
import { Legend } from "@/components/stats/legend";
import { useBrush } from "@/components/stats/use-brush";
import { useNow } from "@/components/time/use-now";
import { useTimes } from "@/components/time/zone";
import { formatCount } from "@/lib/format";
import type { Stats, StatsView } from "@/lib/stats/queries";
import { chartInWords } from "./words";

const height = 176;

type Props = { stats: Stats; view: StatsView };

/** Outcomes of deliveries over time. Dragging, arrow keys and the table open the log for a range. */
export function Chart({ stats, view }: Props) {
  const { series, to } = stats;
  const router = useRouter();
  const { since, zone } = useTimes();
  const now = useNow();
  const [asTable, setAsTable] = useState(false);
  const endOf = (n: number) => series[n + 1]?.at ?? to;
  const name = (first: number, last = first) =>
    `${since(series[first]?.at ?? to, now)} – ${since(endOf(last), now)}`;
  const linkOf = (first: number, last = first) =>
    logLink({ from: series[first]?.at ?? to, to: endOf(last) });
  const brush = useBrush(series.length, ({ first, last }) => router.push(linkOf(first, last)));
  const most = Math.max(1, ...series.map((one) => one.delivered + one.retrying + one.failed));
  const pointed = brush.at === null ? undefined : series[brush.at];
  const valueText =
    pointed &&
    brush.chosen &&
    `${name(brush.chosen.first, brush.chosen.last)}: ${bucketInWords(added(series, brush.chosen))}`;

  return (
    <figure className="rounded-lg border border-line bg-raised px-4 py-4 shadow-low sm:px-5">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold text-lg">Deliveries over time</h2>
        <Legend />
        <p className="min-h-10 w-full text-soft text-sm tabular-nums sm:min-h-5">
          {valueText ?? chartInWords(stats, view, (iso) => since(iso, now))}
        </p>
      </figcaption>
      <div className="relative mt-3">
        <span
          aria-hidden="true"
          className="absolute -top-2 left-0 z-10 bg-raised pr-1.5 text-faint text-xs tabular-nums"
        >
          {formatCount(most)}
        </span>
        <div
          role="slider"
          tabIndex={0}
          aria-label="Time in the chart; Enter opens its deliveries"
          aria-valuemin={0}
          aria-valuemax={series.length - 1}
          aria-valuenow={brush.at ?? series.length - 1}
          aria-valuetext={valueText ?? "Use the arrow keys"}
          className="cursor-crosshair touch-pan-y select-none"
          {...brush.on}
        >
          <Bars series={series} most={most} height={height} chosen={brush.chosen} />
        </div>
        <Ticks
          series={series}
          to={to}
          ends={Date.parse(to) > now}
          name={(iso) => since(iso, now)}
        />
      </div>
      <div className="mt-2 flex justify-end">
        <TableSwitch shown={asTable} toggle={() => setAsTable(!asTable)} />
      </div>
      <ChartTable series={series} shown={asTable} name={name} linkOf={linkOf} zone={zone} />
    </figure>
  );
}

type TicksProps = {
  series: Stats["series"];
  to: string;
  ends: boolean;
  name: (iso: string) => string;
};

/** Five labels on the time axis, two on a phone. */
function Ticks({ series, to, ends, name }: TicksProps) {
  const at = (share: number) => series[Math.floor(share * series.length)]?.at ?? to;
  return (
    <ol
      aria-hidden="true"
      className="mt-1.5 flex justify-between text-faint text-xs tabular-nums [&>li:not(:first-child):not(:last-child)]:max-sm:hidden"
    >
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <li key={share}>{share === 1 && ends ? "now" : name(at(share))}</li>
      ))}
    </ol>
  );
}
