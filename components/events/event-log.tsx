"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Radio } from "lucide-react";
import { useQueryState } from "nuqs";
import { useFallback } from "@/components/live/use-live-state";
import { EmptyState } from "@/components/shell/empty-state";
import { NoMatch } from "@/components/shell/no-match";
import { Pager } from "@/components/shell/pager";
import { ProblemCard } from "@/components/shell/problem-card";
import { ButtonLink } from "@/components/ui/button-link";
import { Choice } from "@/components/ui/choice";
import { FilterPill } from "@/components/ui/filter-pill";
import { Table } from "@/components/ui/table";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { eventNames } from "@/db/enums";
import { eventQueries } from "@/lib/events/queries";
import { formatPlural } from "@/lib/format";
import { eventAddress } from "./event-address";
import { eventColumns } from "./event-columns";
import { EventRow } from "./event-row";

/** Every event that was accepted, newest first. */
export function EventLog() {
  const [event, setEvent] = useQueryState("event", eventAddress.event);
  const refetchInterval = useFallback(5000);
  const list = useInfiniteQuery({ ...eventQueries.log(event), refetchInterval });
  const rows = list.data;
  const clear = () => void setEvent(null);

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <FilterPill name="Event" chosen={event ?? undefined} onRemove={clear}>
          <fieldset>
            <legend className="sr-only">Event</legend>
            {eventNames.map((name) => (
              <Choice
                key={name}
                type="radio"
                name="event"
                label={name}
                checked={event === name}
                onChange={() => void setEvent(name)}
              />
            ))}
          </fieldset>
        </FilterPill>
      </div>
      {list.error && (
        <ProblemCard
          what="Events could not be loaded"
          error={list.error}
          retry={() => void list.refetch()}
          busy={list.isFetching}
        />
      )}
      {!rows && !list.error && <TableSkeleton columns={eventColumns} rows={8} />}
      {rows &&
        (rows.length > 0 ? (
          <>
            <Table caption="Published events, newest first" columns={eventColumns}>
              {rows.map((row) => (
                <EventRow key={row.id} event={row} />
              ))}
            </Table>
            <Pager shown={formatPlural(rows.length, "event")} list={list} />
          </>
        ) : (
          <Nothing filtered={event !== null} clear={clear} />
        ))}
    </div>
  );
}

const publish = `POST /v1/events
{"event":"VIDEO_GENERATION_SUCCESS","data":{"videoId":"video-1"}}`;

function Nothing({ filtered, clear }: { filtered: boolean; clear: () => void }) {
  if (filtered) return <NoMatch what="event" clear={clear} />;
  return (
    <EmptyState
      icon={Radio}
      title="Nothing was published yet"
      sentence="The video service reports what happened here; each report goes out to every webhook that listens."
      action={
        <ButtonLink href="/events" look="primary">
          Publish an event
        </ButtonLink>
      }
      curl={publish}
    />
  );
}
