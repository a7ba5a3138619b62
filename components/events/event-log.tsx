"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Radio } from "lucide-react";
import { useAddress } from "@/components/address/use-address";
import { useFallback } from "@/components/live/use-live-state";
import { EmptyState } from "@/components/page/empty-state";
import { NoMatch } from "@/components/page/no-match";
import { Pager } from "@/components/page/pager";
import { publishCurl } from "@/components/page/publish-example";
import { PublishLink } from "@/components/page/publish-link";
import { ReadProblem } from "@/components/page/read-problem";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Table } from "@/components/ui/table";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { eventQueries } from "@/lib/events/queries";
import type { EventLogView } from "@/lib/events/view";
import { formatPlural } from "@/lib/format";
import { eventAddress } from "./event-address";
import { eventColumns } from "./event-columns";
import { EventFilters } from "./event-filters";
import { EventRow } from "./event-row";

/** Published events, newest first. */
export function EventLog() {
  const [view, setView] = useAddress(eventAddress);
  const list = useInfiniteQuery({
    ...eventQueries.log(view),
    placeholderData: keepPreviousData,
    refetchInterval: useFallback(5000),
  });
  const { data: rows, failure } = useStableQuery(list);

  return (
    <div className="grid gap-3">
      <EventFilters view={view} onChange={setView} />
      <ReadProblem what="Events" failure={failure} hasData={rows !== undefined} />
      {!rows && !failure && <TableSkeleton columns={eventColumns} rows={8} />}
      {rows && rows.length > 0 && (
        <>
          <Table
            caption="Published events, newest first"
            columns={eventColumns}
            busy={list.isPlaceholderData}
          >
            {rows.map((row) => (
              <EventRow key={row.id} event={row} />
            ))}
          </Table>
          <Pager shown={formatPlural(rows.length, "event")} list={list} />
        </>
      )}
      {rows && rows.length === 0 && (
        <Nothing view={view} clear={() => setView({ type: null, since: null, q: null })} />
      )}
    </div>
  );
}

function Nothing({ view, clear }: { view: EventLogView; clear: () => void }) {
  const { type, since, q } = view;
  if (type !== null || since !== null || q !== "") return <NoMatch what="event" clear={clear} />;
  return (
    <EmptyState
      icon={Radio}
      title="No events yet"
      sentence="Events that the video service publishes appear here, with their deliveries."
      action={<PublishLink />}
      curl={publishCurl}
    />
  );
}
