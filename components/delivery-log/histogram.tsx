"use client";

import { useState } from "react";
import { added } from "@/components/stats/added";
import { Bars } from "@/components/stats/bars";
import { ChartTable, TableSwitch } from "@/components/stats/chart-table";
import { Legend } from "@/components/stats/legend";
import { type Selection, useBrush } from "@/components/stats/use-brush";
import { useNow } from "@/components/time/use-now";
import { useTimes } from "@/components/time/zone";
import { Button } from "@/components/ui/button";
import type { Stats } from "@/lib/stats/queries";
import { HistogramSkeleton, histogramHeight } from "./histogram-skeleton";
import { zoomAddress } from "./log-link";
import { outcomesInWords, useHistogram } from "./use-histogram";
import type { LogView } from "./use-log-view";

const barsPx = 48;
const frame = "min-w-0 rounded-lg border border-line bg-raised px-4 shadow-low";

/** How much ended when, of what the filters let through. Dragging over it, its keys and its table choose a time. */
export function Histogram({ log }: { log: LogView }) {
  const { series, to, failure } = useHistogram(log.view);
  if (series && to) return <Drawn log={log} series={series} to={to} />;
  if (!failure) return <HistogramSkeleton />;
  return (
    <div className={`flex flex-wrap items-center gap-3 ${frame} ${histogramHeight}`}>
      <p className="text-soft">The chart could not be loaded: {failure.error.message}</p>
      <Button size="small" disabled={failure.busy} onClick={failure.retry}>
        Load the chart again
      </Button>
    </div>
  );
}

type DrawnProps = { log: LogView; series: Stats["series"]; to: string };

function Drawn({ log, series, to }: DrawnProps) {
  const { zone } = useTimes();
  const now = useNow();
  const [asTable, setAsTable] = useState(false);
  const { name, timesOf } = useBuckets(series, to, now);
  const brush = useBrush(
    series.length,
    (chosen) => void log.setFilters({ since: null, ...timesOf(chosen) }, { history: "push" }),
  );
  const whole = { first: 0, last: series.length - 1 };
  const told = (part: Selection) =>
    `Ended ${name(part)}: ${outcomesInWords(added(series, part), log.view)}`;
  return (
    <figure className={`${frame} ${asTable ? "pb-3" : histogramHeight}`}>
      <figcaption className="flex h-10 items-center gap-4">
        <span className="sr-only">Without tests and resends. </span>
        <p
          className="min-w-0 flex-1 truncate text-soft text-sm tabular-nums"
          title="Attempts by when they ended, without tests and resends"
        >
          {told(brush.chosen ?? whole)}
        </p>
        {log.view.status.length === 0 && <Legend className="max-lg:hidden" />}
        <TableSwitch shown={asTable} toggle={() => setAsTable(!asTable)} />
      </figcaption>
      <Brushed series={series} brush={brush} told={told} />
      <ChartTable
        series={series}
        shown={asTable}
        name={(n) => name({ first: n, last: n })}
        linkOf={(n) => zoomAddress(log.view, timesOf({ first: n, last: n }))}
        zone={zone}
      />
    </figure>
  );
}

type BrushedProps = {
  series: Stats["series"];
  brush: ReturnType<typeof useBrush>;
  told: (part: Selection) => string;
};

function Brushed({ series, brush: { at, chosen, on }, told }: BrushedProps) {
  const most = Math.max(1, ...series.map((one) => one.delivered + one.retrying + one.failed));
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Time in the chart; Enter shows its deliveries"
      aria-valuemin={0}
      aria-valuemax={series.length - 1}
      aria-valuenow={at ?? series.length - 1}
      aria-valuetext={chosen ? told(chosen) : "Use the arrow keys"}
      className="mt-2 cursor-crosshair touch-pan-y select-none"
      {...on}
    >
      <Bars series={series} most={most} height={barsPx} chosen={chosen} />
    </div>
  );
}

/** Buckets by the clock; what reaches the present has no end, so that the log goes on there. */
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
