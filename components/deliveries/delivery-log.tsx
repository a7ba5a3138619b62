"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ProblemCard } from "@/components/shell/problem-card";
import { Button } from "@/components/ui/button";
import { Table } from "@/components/ui/table";
import { deliveryQueries } from "@/lib/deliveries/queries";
import { formatPlural } from "@/lib/format";
import { webhookQueries } from "@/lib/webhooks/queries";
import { LiveSwitch } from "./live-switch";
import { logColumns } from "./log-columns";
import { LogFilters } from "./log-filters";
import { LogRow } from "./log-row";
import { LogSkeleton } from "./log-skeleton";
import { NoMatch } from "./no-match";
import { useLogView } from "./use-log-view";

const everyMs = 2500;

type Props = { webhook?: string; empty: ReactNode };

/** Deliveries, newest first. While somebody looks at it, it keeps itself up to date. */
export function DeliveryLog({ webhook, empty }: Props) {
  const log = useLogView(webhook);
  const [live, setLive] = useState(true);
  const { data, error, refetch, isFetching, isPlaceholderData, ...older } = useInfiniteQuery({
    ...deliveryQueries.log(log.view),
    placeholderData: keepPreviousData,
    // All loaded pages are read again, so the more of them there are, the rarer.
    refetchInterval: ({ state }) => live && everyMs * (state.data?.pages.length ?? 1),
  });
  const webhooks = useQuery({ ...webhookQueries.list(), refetchInterval: live && 2 * everyMs });
  const known = new Map(webhooks.data?.map((each) => [each.id, each.lastTriggeredAt]));
  const rows = data?.pages.flatMap(({ deliveries }) => deliveries) ?? [];

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <LogFilters log={log} lockedTo={webhook} />
        <LiveSwitch live={live} onChange={setLive} />
      </div>
      {error && (
        <ProblemCard
          what="Deliveries could not be loaded"
          error={error}
          retry={() => void refetch()}
          busy={isFetching}
        />
      )}
      {!data && !error && <LogSkeleton rows={8} />}
      {data && rows.length === 0 && (log.filtered ? <NoMatch clear={log.clear} /> : empty)}
      {rows.length > 0 && (
        <>
          <Table caption="Deliveries, newest first" columns={logColumns} busy={isPlaceholderData}>
            {rows.map((delivery) => (
              <LogRow
                key={delivery.id}
                delivery={delivery}
                known={!webhooks.data || known.has(delivery.webhookId)}
                lastTriggeredAt={known.get(delivery.webhookId)}
              />
            ))}
          </Table>
          <div className="flex items-center justify-between gap-4">
            <p className="text-faint text-sm">
              {formatPlural(rows.length, "delivery", "deliveries")} shown
              {!older.hasNextPage && ", that is all"}
            </p>
            {older.hasNextPage && (
              <Button
                disabled={older.isFetchingNextPage}
                onClick={() => void older.fetchNextPage()}
              >
                {older.isFetchingNextPage ? "Loading…" : "Load older"}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}
