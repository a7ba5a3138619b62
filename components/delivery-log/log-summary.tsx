"use client";

import { ChevronDown, ChevronUp } from "lucide-react";
import dynamic from "next/dynamic";
import { EarlyEvents } from "@/components/page/early-events";
import { useChoose, usePreference } from "@/components/preferences/preferences";
import { IconButton } from "@/components/ui/icon-button";
import { hasHistogram } from "./has-histogram";
import { LiveSwitch } from "./live-switch";
import { LogCount } from "./log-count";
import { ChartSkeleton } from "./log-skeleton";
import type { Log } from "./use-log";

// While it loads, the boundary below shows a skeleton that has the count.
const Histogram = dynamic(() => import("./histogram").then((m) => m.Histogram));

type Props = { log: Log; retentionDays: number };

/** Count of the matching deliveries, whether they are live, and their chart. */
export function LogSummary({ log: { filters, display, feed }, retentionDays }: Props) {
  const shown = usePreference("logChart") === "shown";
  const choose = useChoose();
  const isEmpty = feed.count === 0 && !filters.filtered;
  const fits = !isEmpty && hasHistogram(filters.view);
  const heading = <LogCount view={filters.view} />;
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
          <Histogram filters={filters} retentionDays={retentionDays} tools={tools} />
        </EarlyEvents>
      ) : (
        <div className="flex min-h-8 flex-wrap items-center justify-between">
          {heading}
          {tools}
        </div>
      )}
    </section>
  );
}
