"use client";

import { useQuery } from "@tanstack/react-query";
import { zoomAddress } from "@/components/deliveries/log-link";
import { useFallback } from "@/components/live/use-live-state";
import { useStableQuery } from "@/components/page/use-stable-query";
import { TimeBars, type TimeRange } from "@/components/stats/time-bars";
import { useNow } from "@/components/time/use-now";
import { Button } from "@/components/ui/button";
import type { DeliveryView } from "@/lib/deliveries/view";
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
  const now = useNow();
  const { status } = filters.view;
  const keys = outcomesOf.filter((key) => status.length === 0 || status.includes(key as never));
  // A range that reaches the present has no end, so that the log stays live.
  const timesOf = (range: TimeRange) => {
    const end = new Date(range.to);
    return { from: new Date(range.from), to: end.getTime() > now ? null : end };
  };
  const choose = (range: TimeRange) =>
    void filters.setFilters({ since: null, ...timesOf(range) }, { history: "push" });
  return (
    <figure className={`${frame} py-2`} title="Attempts by end time; tests and resends excluded">
      <TimeBars
        id="log"
        caption="Deliveries over time"
        buckets={series}
        to={to}
        parts={keys.map((key) => ({ key }))}
        height={barsPx}
        onOpen={choose}
        onZoom={choose}
        linkOf={(range) => zoomAddress(filters.view, timesOf(range))}
      />
    </figure>
  );
}

const outcomesOf = ["delivered", "retrying", "failed"] as const;

const everyMs = 5000;

/** Reads the figures for the filters of the log, by end of attempt. */
function useHistogram(view: DeliveryView) {
  const { range, choice } = histogramQuery(view, useNow()) ?? { range: { since: "24h" as const } };
  const refetchInterval = useFallback(everyMs);
  const { data, failure } = useStableQuery(
    useQuery({ ...statsQueries.read(range, choice), refetchInterval }),
  );
  return { failure, series: data?.series, to: data?.to };
}
