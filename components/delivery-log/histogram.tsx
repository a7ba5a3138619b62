"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { zoomAddress } from "@/components/deliveries/log-link";
import { useFallback } from "@/components/live/use-live-state";
import type { LogView } from "@/components/log-view/use-log-view";
import { useStableQuery } from "@/components/page/use-stable-query";
import { rangeName } from "@/components/stats/axis";
import { deliveriesOf, deliveryParts, type Outcome, sumOf } from "@/components/stats/outcomes";
import { TimeBars, type TimeRange } from "@/components/stats/time-bars";
import { useNowSelector } from "@/components/time/use-now";
import { useZone } from "@/components/time/zone";
import { Button } from "@/components/ui/button";
import type { StatusWord } from "@/db/enums";
import type { DeliveryView } from "@/lib/deliveries/view";
import { afterFailureMs } from "@/lib/query-client";
import { type Stats, statsQueries } from "@/lib/stats/queries";
import { histogramQuery } from "./histogram-query";
import { LogCount } from "./log-count";
import { ChartSkeleton } from "./log-skeleton";
import { useRestedReads } from "./use-rested-reads";

const everyMs = 5000;
const halfMinuteMs = 30_000;

type Props = { filters: LogView; retentionDays: number; tools: ReactNode };

/** Deliveries over time for the current filters. Dragging, arrow keys and the table set the time filter. */
export function Histogram({ filters, retentionDays, tools }: Props) {
  const { stats, failure } = useHistogram(filters.view, retentionDays);
  if (stats) return <Drawn filters={filters} stats={stats} tools={tools} />;
  return (
    <ChartSkeleton heading={<LogCount view={filters.view} />} tools={tools}>
      {failure && (
        <p className="flex items-center gap-3 text-soft text-sm">
          The chart could not be loaded: {failure.error.message}
          <Button size="small" busy={failure.busy} onClick={failure.retry}>
            Reload chart
          </Button>
        </p>
      )}
    </ChartSkeleton>
  );
}

type DrawnProps = { filters: LogView; stats: Stats; tools: ReactNode };

function Drawn({ filters, stats, tools }: DrawnProps) {
  const { status } = filters.view;
  const parts = useMemo(
    () =>
      deliveryParts.filter(
        ({ key }) => status.length === 0 || statusesOf(key).some((each) => status.includes(each)),
      ),
    [status],
  );
  const deliveries = useMemo(() => deliveriesOf(stats), [stats]);
  const keys = parts.map(({ key }) => key);
  const charted = sumOf(deliveries.buckets, ...keys) + sumOf([deliveries.earlier], ...keys);
  // A range that reaches the present has no end, so that the log stays live.
  const timesOf = (range: TimeRange) => {
    const end = new Date(range.to);
    return { from: new Date(range.from), to: end.getTime() > Date.now() ? null : end };
  };
  const choose = (range: TimeRange) =>
    void filters.setFilters({ since: null, ...timesOf(range) }, { history: "push" });
  return (
    <figure title="Deliveries by the time they ended, unfinished ones by creation; tests excluded">
      <TimeBars
        id="log"
        caption="Deliveries over time"
        {...deliveries}
        to={stats.to}
        parts={parts}
        height="low"
        heading={<LogCount view={filters.view} charted={charted} />}
        tools={
          <>
            <ChartedTime view={filters.view} {...stats} />
            {tools}
          </>
        }
        onOpen={choose}
        onZoom={choose}
        linkOf={(range) => zoomAddress(filters.view, timesOf(range))}
      />
    </figure>
  );
}

type ChartedTimeProps = Pick<Stats, "from" | "to"> & { view: DeliveryView };

/** The time of the chart where whole bars make it longer than the one that was chosen. */
function ChartedTime({ view, from, to }: ChartedTimeProps) {
  const zone = useZone();
  const now = useHalfMinute();
  const begins = view.from && new Date(from) < view.from;
  const ends = view.to && view.to < new Date(to);
  if (!begins && !ends) return null;
  return (
    <span
      title="Bars are whole, so the chart covers more than the chosen time and may count more than the list"
      className="truncate text-faint text-xs @max-lg:hidden"
    >
      Chart: {rangeName(from, to, now, zone)}
    </span>
  );
}

/** Returns the status filters that include an outcome: "pending" has the retrying ones as well. */
function statusesOf(outcome: Outcome): StatusWord[] {
  return outcome === "retrying" ? ["retrying", "pending"] : [outcome];
}

/** Returns the time, in steps of half a minute. */
function useHalfMinute(): number {
  return useNowSelector((time) => Math.floor(time / halfMinuteMs) * halfMinuteMs);
}

/** Reads the figures for the filters of the log. */
function useHistogram(view: DeliveryView, retentionDays: number) {
  const now = useHalfMinute();
  const { range, choice, isLive } = histogramQuery(view, retentionDays, now);
  const fallback = useFallback(everyMs);
  const query = useQuery({
    ...statsQueries.read(range, choice),
    ...(!isLive && { meta: { hearsItself: true } }),
    refetchInterval: isLive ? fallback : afterFailureMs,
  });
  useRestedReads(query.refetch, !isLive);
  const { data, failure } = useStableQuery(query);
  return { failure, stats: data };
}
