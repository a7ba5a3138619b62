"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { NoMatch } from "@/components/shell/no-match";
import { Pager } from "@/components/shell/pager";
import { ProblemCard } from "@/components/shell/problem-card";
import { deliveryQueries } from "@/lib/deliveries/queries";
import { formatPlural } from "@/lib/format";
import { LiveSwitch } from "./live-switch";
import { LogFilters } from "./log-filters";
import { LogRows, OwnLogRows } from "./log-rows";
import { LogSkeleton } from "./log-skeleton";
import { useLogView } from "./use-log-view";

const everyMs = 2500;

type Props = { webhook?: string; empty: ReactNode };

/** Deliveries, newest first. While somebody looks at it, it keeps itself up to date. */
export function DeliveryLog({ webhook, empty }: Props) {
  const log = useLogView(webhook);
  const [live, setLive] = useState(true);
  const list = useInfiniteQuery({
    ...deliveryQueries.log(log.view),
    placeholderData: keepPreviousData,
    // All loaded pages are read again, so the more of them there are, the rarer.
    refetchInterval: ({ state }) => live && everyMs * (state.data?.pages.length ?? 1),
  });
  const rows = list.data;

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <LogFilters log={log} lockedTo={webhook} />
        <LiveSwitch live={live} onChange={setLive} />
      </div>
      {list.error && (
        <ProblemCard
          what="Deliveries could not be loaded"
          error={list.error}
          retry={() => void list.refetch()}
          busy={list.isFetching}
        />
      )}
      {!rows && !list.error && <LogSkeleton rows={8} own={webhook !== undefined} />}
      {rows && rows.length > 0 && (
        <>
          {webhook ? (
            <OwnLogRows rows={rows} busy={list.isPlaceholderData} />
          ) : (
            <LogRows rows={rows} busy={list.isPlaceholderData} everyMs={live && 2 * everyMs} />
          )}
          <Pager shown={formatPlural(rows.length, "delivery", "deliveries")} list={list} />
        </>
      )}
      {rows &&
        rows.length === 0 &&
        (log.filtered ? <NoMatch what="delivery" clear={log.clear} /> : empty)}
    </div>
  );
}
