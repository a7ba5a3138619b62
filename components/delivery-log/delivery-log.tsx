"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { logAddress } from "@/components/deliveries/log-address";
import { logTitle } from "@/components/deliveries/log-link";
import { ReadProblem } from "@/components/page/read-problem";
import { useDocumentTitle } from "@/components/page/use-document-title";
import { Button } from "@/components/ui/button";
import { useIdleLoad } from "@/components/ui/use-idle-load";
import { formatPlural } from "@/lib/format";
import { LogRowsSkeleton } from "./log-skeleton";
import { LogSummary } from "./log-summary";
import { LogTable } from "./log-table";
import { LogToolbar } from "./log-toolbar";
import { type Log, useLog } from "./use-log";
import { useLogKeys } from "./use-log-keys";

const DroppedFilters = dynamic(
  () => import("@/components/page/dropped-filters").then((made) => made.DroppedFilters),
  { loading: () => null },
);
const NothingFound = dynamic(() => import("./nothing-found").then((made) => made.NothingFound), {
  ssr: false,
});
const NewRows = dynamic(() => import("./new-rows").then((made) => made.NewRows), { ssr: false });
const loadPanel = () => import("./log-panel");
const LogPanel = dynamic(() => loadPanel().then((made) => made.LogPanel), { loading: () => null });
const LogOverlay = dynamic(() => import("./log-overlay").then((made) => made.LogOverlay), {
  ssr: false,
});

type Props = {
  webhook?: string;
  /** The address that the server read has filters that do not parse. */
  hasDropped: boolean;
  retentionDays: number;
  /** Shown instead of the rows while there are none and no filter is set. */
  empty: ReactNode;
};

/** Deliveries of all webhooks or of one, newest first. The log updates itself while the page is visible. */
export function DeliveryLog({ webhook, hasDropped, retentionDays, empty }: Props) {
  useIdleLoad(loadPanel);
  const log = useLog(webhook);
  useLogKeys(log);
  useDocumentTitle(webhook ? undefined : logTitle(log.filters.view));
  const { filters, display, feed } = log;
  const hasRows = feed.rows.length > 0;
  const isLoading = feed.count === undefined && !feed.failure;

  return (
    <div className="grid grid-cols-1 gap-2">
      {hasDropped && <DroppedFilters fields={logAddress} />}
      <LogToolbar filters={filters} />
      <LogSummary log={log} retentionDays={retentionDays} />
      {/* Over rows it is in the overlay. */}
      <ReadProblem what="Deliveries" failure={hasRows ? undefined : feed.failure} hasData={false} />
      {isLoading && <LogRowsSkeleton rows={12} />}
      <div className="min-w-0">
        <Above feed={feed} />
        <div className="grid grid-cols-1 gap-3">
          {hasRows && <LogTable log={log} />}
          {hasRows && <LogEnd log={log} retentionDays={retentionDays} />}
          {feed.count === 0 && (filters.filtered ? <NothingFound filters={filters} /> : empty)}
          <LogOverlay log={log} />
        </div>
      </div>
      {display.opened && <LogPanel id={display.opened} log={log} />}
    </div>
  );
}

/** What arrived above the visible part of the list. */
function Above({ feed: { above, hasMoreAbove, showAll } }: Pick<Log, "feed">) {
  return (
    <div className="pointer-events-none sticky top-[calc(var(--header)+3rem)] low:top-12 z-20 h-0 text-center">
      {/* Once, not with each number. */}
      <p role="status" className="sr-only">
        {above > 0 && "New deliveries above"}
      </p>
      {above > 0 && <NewRows count={above} hasMore={hasMoreAbove} show={showAll} />}
    </div>
  );
}

/** The count of rows, and either older ones or the reason why there are none. */
function LogEnd({ log, retentionDays }: { log: Log; retentionDays: number }) {
  const { list, loadMore, rows } = log.feed;
  const { since, from } = log.filters.view;
  const shown = formatPlural(rows.length, "delivery", "deliveries");
  if (list.hasNextPage) {
    return (
      <div className="flex min-h-9 items-center justify-between gap-4">
        <p className="text-faint text-sm">{shown} shown</p>
        <Button busy={list.isFetchingNextPage} onClick={loadMore}>
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
