"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { zoomAddress } from "@/components/deliveries/log-link";
import { useFallback } from "@/components/live/use-live-state";
import { useStableQuery } from "@/components/page/use-stable-query";
import { TimeBars, type TimeRange } from "@/components/stats/time-bars";
import { useNow } from "@/components/time/use-now";
import { Button } from "@/components/ui/button";
import type { DeliveryView } from "@/lib/deliveries/view";
import { type Stats, statsQueries } from "@/lib/stats/queries";
import { histogramQuery } from "./histogram-query";
import { ChartSkeleton } from "./log-skeleton";
import type { LogView } from "./use-log-view";

type Slots = { heading: ReactNode; tools: ReactNode };
type Props = Slots & { filters: LogView; retentionDays: number };

/** Attempts over time for the current filters. Dragging, arrow keys and the table set the time filter. */
export function Histogram({ filters, retentionDays, heading, tools }: Props) {
  const { series, to, failure } = useHistogram(filters.view, retentionDays);
  const slots = { heading, tools };
  if (series && to) return <Drawn filters={filters} series={series} to={to} {...slots} />;
  return (
    <ChartSkeleton {...slots}>
      {failure && (
        <p className="flex items-center gap-3 text-soft text-sm">
          The chart could not be loaded: {failure.error.message}
          <Button size="small" disabled={failure.busy} onClick={failure.retry}>
            Reload chart
          </Button>
        </p>
      )}
    </ChartSkeleton>
  );
}

type DrawnProps = Slots & { filters: LogView; series: Stats["series"]; to: string };

function Drawn({ filters, series, to, heading, tools }: DrawnProps) {
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
    <figure title="Attempts by end time; tests and resends excluded">
      <TimeBars
        id="log"
        caption="Deliveries over time"
        buckets={series}
        to={to}
        parts={keys.map((key) => ({ key }))}
        height="low"
        heading={heading}
        tools={tools}
        onOpen={choose}
        onZoom={choose}
        linkOf={(range) => zoomAddress(filters.view, timesOf(range))}
      />
    </figure>
  );
}

const outcomesOf = ["delivered", "retrying", "failed"] as const;

const everyMs = 5000;
/** Long ranges are read at this interval instead of at each change. */
const seldomMs = 10_000;

/** Reads the figures for the filters of the log, by end of attempt. */
function useHistogram(view: DeliveryView, retentionDays: number) {
  const asked = histogramQuery(view, retentionDays, useNow());
  const { range, choice, isLive } = asked ?? { range: { since: "24h" as const }, isLive: true };
  const fallback = useFallback(everyMs);
  const { data, failure } = useStableQuery(
    useQuery({
      ...statsQueries.read(range, choice),
      ...(!isLive && { meta: { hearsItself: true } }),
      refetchInterval: isLive ? fallback : seldomMs,
    }),
  );
  return { failure, series: data?.series, to: data?.to };
}
