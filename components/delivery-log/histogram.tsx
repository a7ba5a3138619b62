"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { zoomAddress } from "@/components/deliveries/log-link";
import { useFallback } from "@/components/live/use-live-state";
import { useStableQuery } from "@/components/page/use-stable-query";
import { type Amounts, added, bucketInWords } from "@/components/stats/added";
import { Bars } from "@/components/stats/bars";
import { ChartTable, TableSwitch } from "@/components/stats/chart-table";
import { Legend } from "@/components/stats/legend";
import { type Selection, useBrush } from "@/components/stats/use-brush";
import { useNow } from "@/components/time/use-now";
import { useTimes } from "@/components/time/zone";
import { Button } from "@/components/ui/button";
import type { DeliveryView } from "@/lib/deliveries/view";
import { formatCount } from "@/lib/format";
import { type Stats, statsQueries } from "@/lib/stats/queries";
import { histogramQuery } from "./histogram-query";
import { HistogramSkeleton, histogramHeight } from "./log-skeleton";
import type { LogView } from "./use-log-view";

const barsPx = 48;
const frame = "min-w-0 rounded-lg border border-line bg-raised px-4 shadow-low";

/** Attempts over time for the current filters. Dragging, arrow keys and the table set the time filter. */
export function Histogram({ filters }: { filters: LogView }) {
  const { series, to, failure } = useHistogram(filters.view);
  if (series && to) return <Drawn filters={filters} series={series} to={to} />;
  if (!failure) return <HistogramSkeleton />;
  return (
    <div className={`flex flex-wrap items-center gap-3 ${frame} ${histogramHeight}`}>
      <p className="text-soft">The chart could not be loaded: {failure.error.message}</p>
      <Button size="small" disabled={failure.busy} onClick={failure.retry}>
        Reload chart
      </Button>
    </div>
  );
}

type DrawnProps = { filters: LogView; series: Stats["series"]; to: string };

function Drawn({ filters, series, to }: DrawnProps) {
  const { zone } = useTimes();
  const now = useNow();
  const [asTable, setAsTable] = useState(false);
  const { name, timesOf } = useBuckets(series, to, now);
  const brush = useBrush(
    series.length,
    (chosen) => void filters.setFilters({ since: null, ...timesOf(chosen) }, { history: "push" }),
  );
  const whole = { first: 0, last: series.length - 1 };
  const inWords = (part: Selection) =>
    `Ended ${name(part)}: ${outcomesInWords(added(series, part), filters.view)}`;
  return (
    <figure className={`${frame} ${asTable ? "pb-3" : histogramHeight}`}>
      <figcaption className="flex h-10 items-center gap-4">
        <span className="sr-only">Tests and resends excluded. </span>
        <p
          className="min-w-0 flex-1 truncate text-soft text-sm tabular-nums"
          title="Attempts by end time; tests and resends excluded"
        >
          {inWords(brush.chosen ?? whole)}
        </p>
        {filters.view.status.length === 0 && <Legend className="max-lg:hidden" />}
        <TableSwitch shown={asTable} toggle={() => setAsTable(!asTable)} />
      </figcaption>
      <Brushed series={series} brush={brush} inWords={inWords} />
      <ChartTable
        series={series}
        shown={asTable}
        name={(n) => name({ first: n, last: n })}
        linkOf={(n) => zoomAddress(filters.view, timesOf({ first: n, last: n }))}
        zone={zone}
      />
    </figure>
  );
}

type BrushedProps = {
  series: Stats["series"];
  brush: ReturnType<typeof useBrush>;
  inWords: (part: Selection) => string;
};

function Brushed({ series, brush: { at, chosen, on }, inWords }: BrushedProps) {
  const most = Math.max(1, ...series.map((one) => one.delivered + one.retrying + one.failed));
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Time in the chart; Enter shows its deliveries"
      aria-valuemin={0}
      aria-valuemax={series.length - 1}
      aria-valuenow={at ?? series.length - 1}
      aria-valuetext={chosen ? inWords(chosen) : "Use the arrow keys"}
      className="mt-2 cursor-crosshair touch-pan-y select-none"
      {...on}
    >
      <Bars series={series} most={most} height={barsPx} chosen={chosen} />
    </div>
  );
}

/** Converts buckets to times. A range that reaches the present has no end, so that the log stays live. */
function useBuckets(series: Stats["series"], to: string, now: number) {
  const { since } = useTimes();
  const startOf = (n: number) => series[n]?.at ?? to;
  const name = ({ first, last }: Selection) => {
    const end = startOf(last + 1);
    return `${since(startOf(first), now)} – ${Date.parse(end) > now ? "now" : since(end, now)}`;
  };
  const timesOf = ({ first, last }: Selection) => {
    const end = new Date(startOf(last + 1));
    return { from: new Date(startOf(first)), to: end.getTime() > now ? null : end };
  };
  return { name, timesOf };
}

const everyMs = 5000;

/** Reads the figures for the filters of the log, by end of attempt. */
function useHistogram(view: DeliveryView) {
  const { range, choice } = histogramQuery(view, useNow()) ?? { range: { since: "24h" as const } };
  const refetchInterval = useFallback(everyMs);
  const { data, failure } = useStableQuery(
    useQuery({ ...statsQueries.read(range, choice), refetchInterval }),
  );
  return { failure, series: data && narrowed(data.series, view), to: data?.to };
}

/** Keeps only the outcomes that the status filter shows. */
function narrowed(series: Stats["series"], { status }: DeliveryView): Stats["series"] {
  if (status.length === 0) return series;
  return series.map((one) => ({
    at: one.at,
    delivered: status.includes("delivered") ? one.delivered : 0,
    retrying: 0,
    failed: status.includes("failed") ? one.failed : 0,
  }));
}

/** Counts in words, for the outcomes that the status filter shows. */
function outcomesInWords(amounts: Amounts, { status }: DeliveryView): string {
  if (status.length === 0) return bucketInWords(amounts);
  return (["delivered", "failed"] as const)
    .filter((word) => status.includes(word))
    .map((word) => `${formatCount(amounts[word])} ${word}`)
    .join(", ");
}
