"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp } from "lucide-react";
import dynamic from "next/dynamic";
import { EarlyEvents } from "@/components/page/early-events";
import { useIsHydrating } from "@/components/page/use-is-hydrating";
import { usePreferences } from "@/components/preferences/preferences";
import { IconButton } from "@/components/ui/icon-button";
import { Skeleton } from "@/components/ui/skeleton";
import { type DeliveryCount, deliveryQueries } from "@/lib/deliveries/queries";
import type { DeliveryView } from "@/lib/deliveries/view";
import { formatCount } from "@/lib/format";
import { hasHistogram } from "./has-histogram";
import { LiveSwitch } from "./live-switch";
import { ChartSkeleton } from "./log-skeleton";
import type { Log } from "./use-log";

// While it loads, the boundary below shows a skeleton that has the count.
const Histogram = dynamic(() => import("./histogram").then((m) => m.Histogram));

type Props = { log: Log; retentionDays: number };

/** Count of the matching deliveries, whether they are live, and their chart. */
export function LogSummary({ log: { filters, display, feed }, retentionDays }: Props) {
  const { chosen, choose } = usePreferences();
  const isEmpty = feed.count === 0 && !filters.filtered;
  const fits = !isEmpty && hasHistogram(filters.view);
  const shown = chosen.logChart === "shown";
  const heading = <Count view={filters.view} />;
  const tools = (
    <span className="flex items-center gap-1">
      <LiveSwitch live={display.live} onChange={display.setLive} />
      {fits && (
        <IconButton
          icon={shown ? ChevronUp : ChevronDown}
          name={shown ? "Hide chart" : "Show chart"}
          aria-expanded={shown}
          onClick={() => choose("logChart", shown ? "hidden" : "shown")}
        />
      )}
    </span>
  );
  return (
    <section
      aria-label="Matching deliveries"
      className="min-w-0 rounded-lg border border-line bg-raised pr-1 pl-3 shadow-low"
    >
      {fits && shown ? (
        <EarlyEvents fallback={<ChartSkeleton heading={heading} tools={tools} />}>
          <Histogram
            filters={filters}
            retentionDays={retentionDays}
            heading={heading}
            tools={tools}
          />
        </EarlyEvents>
      ) : (
        <div className="flex h-8 items-center justify-between">
          {heading}
          {tools}
        </div>
      )}
    </section>
  );
}

/** The server draws no count, and another part of the page may have read it before the chart's code is there. */
function Count({ view }: { view: DeliveryView }) {
  const isHydrating = useIsHydrating();
  const { data } = useQuery({ ...deliveryQueries.count(view), placeholderData: keepPreviousData });
  return (
    // The width is reserved, so that the legend beside it stays where it is.
    <p role="status" className="min-w-26 text-soft text-sm tabular-nums">
      {data && !isHydrating ? countWords(data) : <Skeleton className="h-4 w-20" />}
    </p>
  );
}

/** Tests are named, because the chart leaves them out. */
function countWords({ count, capped, tests }: DeliveryCount): string {
  const words = `${formatCount(count)}${capped ? "+" : ""} match${count === 1 ? "es" : ""}`;
  return capped || tests === 0 ? words : `${words} (tests: ${tests})`;
}
