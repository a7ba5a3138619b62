"use client";

import { ArrowUp } from "lucide-react";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { ProblemCard } from "@/components/page/problem-card";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { formatCount, formatPlural } from "@/lib/format";
import { spanNames } from "./filter-options";
import { histogramQuery } from "./histogram-query";
import { LogFilters } from "./log-filters";
import { LogPanel } from "./log-panel";
import { HistogramSkeleton, LogRowsSkeleton } from "./log-skeleton";
import { LogTable, loadResend } from "./log-table";
import { LogToolbar } from "./log-toolbar";
import { SelectionBar } from "./selection-bar";
import { type Log, useLog } from "./use-log";
import { useLogKeys } from "./use-log-keys";
import type { LogView } from "./use-log-view";

const Histogram = dynamic(() => import("./histogram").then((m) => m.Histogram), {
  loading: () => <HistogramSkeleton />,
});
const ResendDialog = dynamic(() => loadResend().then((it) => it.ResendDialog), { ssr: false });
const besideEachOther = "grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]";

type Props = {
  webhook?: string;
  /** Words of the address that the server could not read. */
  dropped: string[];
  retentionDays: number;
  /** Shown instead of the rows while there are none and no filter is set. */
  empty: ReactNode;
};

/** Deliveries of all webhooks or of one, newest first. The log updates itself while the page is visible. */
export function DeliveryLog({ webhook, dropped, retentionDays, empty }: Props) {
  const log = useLog(webhook);
  useLogKeys(log);
  const { filters, display, feed, resending, setResending } = log;
  const hasRows = feed.rows.length > 0;
  const hasHistogram = histogramQuery(filters.view, 0) !== undefined;
  const isLoading = feed.count === undefined && !feed.failure;

  return (
    <div className="grid gap-3">
      {dropped.length > 0 && (
        <Notice tone="info">Ignored unknown filters in this address: {dropped.join(", ")}.</Notice>
      )}
      <LogFilters filters={filters} />
      <LogToolbar filters={filters} live={display.live} setLive={display.setLive} />
      <p role="status" className="sr-only">
        {log.copying.said}
      </p>
      {(hasRows || filters.filtered || feed.count === undefined) && hasHistogram && (
        <Histogram filters={filters} />
      )}
      {feed.failure && <ProblemCard what="Deliveries could not be loaded" {...feed.failure} />}
      {isLoading && <LogRowsSkeleton rows={8} />}
      <div className={display.opened ? besideEachOther : ""}>
        <div className="min-w-0">
          <NewRows count={feed.above} show={feed.showAll} />
          <div className="grid grid-cols-1 gap-3">
            {hasRows && <LogTable log={log} />}
            {hasRows && <LogEnd log={log} retentionDays={retentionDays} />}
            {feed.count === 0 && (filters.filtered ? <NothingFound filters={filters} /> : empty)}
            <SelectionBar selection={log.selection} rows={feed.rows} />
          </div>
        </div>
        <LogPanel display={display} rows={feed.rows} />
      </div>
      {resending && <ResendDialog delivery={resending} close={() => setResending(undefined)} />}
    </div>
  );
}

/** How many rows came while a person reads further down, and the way to them. */
function NewRows({ count, show }: { count: number; show: () => void }) {
  return (
    <div aria-live="polite" className="pointer-events-none sticky top-26 z-20 h-0 text-center">
      {count > 0 && (
        <Button
          look="primary"
          size="small"
          pill
          className="pointer-events-auto shadow-high"
          onClick={show}
        >
          {formatCount(count)} new
          <ArrowUp aria-hidden="true" />
        </Button>
      )}
    </div>
  );
}

/** The count of rows, and either older ones or the reason why there are none. */
function LogEnd({ log, retentionDays }: { log: Log; retentionDays: number }) {
  const { list, rows } = log.feed;
  const { since, from } = log.filters.view;
  const shown = formatPlural(rows.length, "delivery", "deliveries");
  if (list.hasNextPage) {
    return (
      <div className="flex min-h-9 items-center justify-between gap-4">
        <p className="text-faint text-sm">{shown} shown</p>
        <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {list.isFetchingNextPage ? "Loading…" : "Load older"}
        </Button>
      </div>
    );
  }
  return (
    <p className="min-h-9 py-2 text-faint text-sm">
      {shown} shown, end of list.
      {!since && !from && (
        <>
          {" "}
          Deliveries older than {formatPlural(retentionDays, "day")} are deleted (
          <code className="font-mono text-xs">RETENTION_DAYS</code>).
        </>
      )}
    </p>
  );
}

function NothingFound({ filters: { view, setFilters, clear } }: { filters: LogView }) {
  const { since } = view;
  const narrow = since !== null && since !== "7d" && since !== "30d";
  return (
    <div className="rounded-lg border border-line bg-raised px-5 py-12 text-center shadow-low">
      <h2 className="font-semibold text-lg">No delivery matches</h2>
      <p className="mt-1 mb-5 text-soft">
        {narrow
          ? `No delivery in the ${spanNames[since].toLowerCase()} matches. Widen the time range or remove a filter.`
          : "Remove a filter, or clear all of them."}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {narrow && (
          <Button look="primary" onClick={() => void setFilters({ since: "7d" })}>
            Widen to 7 days
          </Button>
        )}
        <Button onClick={clear}>Clear filters</Button>
      </div>
    </div>
  );
}
