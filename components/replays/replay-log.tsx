"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { EmptyState } from "@/components/page/empty-state";
import { Pager } from "@/components/page/pager";
import { ReadProblem } from "@/components/page/read-problem";
import { useStableQuery } from "@/components/page/use-stable-query";
import { ButtonLink } from "@/components/ui/button-link";
import { Table } from "@/components/ui/table";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { formatPlural } from "@/lib/format";
import { replayQueries } from "@/lib/replays/queries";
import { replayColumns } from "./replay-columns";
import { ReplayRow } from "./replay-row";

/** Replays, newest first. */
export function ReplayLog() {
  const list = useInfiniteQuery({
    ...replayQueries.log(),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ replays }) => replays.some((each) => !each.finishedAt)) && 1500,
  });
  const { data: rows, failure } = useStableQuery(list);
  return (
    <div className="grid gap-3">
      <ReadProblem what="Replays" failure={failure} hasData={rows !== undefined} />
      {!rows && !failure && <TableSkeleton columns={replayColumns} rows={6} rowHeight="h-13.5" />}
      {rows && rows.length > 0 && (
        <>
          <Table caption="Replays, newest first" columns={replayColumns}>
            {rows.map((replay) => (
              <ReplayRow key={replay.id} replay={replay} />
            ))}
          </Table>
          <Pager shown={formatPlural(rows.length, "replay")} list={list} />
        </>
      )}
      {rows && rows.length === 0 && <NoReplays />}
    </div>
  );
}

const start = `POST /v1/replays
{"filter":{"status":"failed"},"ratePerSecond":20}`;

function NoReplays() {
  return (
    <EmptyState
      icon={RotateCw}
      title="No replays yet"
      sentence="After an outage, resend all failed deliveries in one replay, at a rate that the receiver can take."
      action={
        <ButtonLink href="/deliveries?status=failed" look="primary">
          Show failed deliveries
        </ButtonLink>
      }
      curl={{ request: start, scope: "deliveries:write" }}
    />
  );
}
