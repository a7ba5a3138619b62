"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { NoMatch } from "@/components/shell/no-match";
import { Pager } from "@/components/shell/pager";
import { ProblemCard } from "@/components/shell/problem-card";
import { Table } from "@/components/ui/table";
import { type Delivery, deliveryQueries } from "@/lib/deliveries/queries";
import { formatPlural } from "@/lib/format";
import { webhookQueries } from "@/lib/webhooks/queries";
import { LiveSwitch } from "./live-switch";
import { logColumns } from "./log-columns";
import { LogFilters } from "./log-filters";
import { LogRow } from "./log-row";
import { LogSkeleton } from "./log-skeleton";
import { useLogView } from "./use-log-view";

const everyMs = 2500;
const clockSkewMs = 60_000;

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
      {!rows && !list.error && <LogSkeleton rows={8} />}
      {rows && rows.length > 0 && (
        <>
          <Rows rows={rows} live={live} busy={list.isPlaceholderData} />
          <Pager shown={formatPlural(rows.length, "delivery", "deliveries")} list={list} />
        </>
      )}
      {rows &&
        rows.length === 0 &&
        (log.filtered ? <NoMatch what="delivery" clear={log.clear} /> : empty)}
    </div>
  );
}

type RowsProps = { rows: Delivery[]; live: boolean; busy: boolean };

function Rows({ rows, live, busy }: RowsProps) {
  const { data, dataUpdatedAt } = useQuery({
    ...webhookQueries.list(),
    refetchInterval: live && 2 * everyMs,
  });
  const triggered = new Map(data?.map(({ id, lastTriggeredAt }) => [id, lastTriggeredAt]));
  return (
    <Table caption="Deliveries, newest first" columns={logColumns} busy={busy}>
      {rows.map((delivery) => (
        <LogRow
          key={delivery.id}
          delivery={delivery}
          // A webhook made since the list was read is not a deleted one; only deleting it cancels.
          known={
            triggered.has(delivery.webhookId) ||
            (delivery.status !== "cancelled" &&
              dataUpdatedAt < Date.parse(delivery.createdAt) + clockSkewMs)
          }
          lastTriggeredAt={triggered.get(delivery.webhookId)}
        />
      ))}
    </Table>
  );
}
