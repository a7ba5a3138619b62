"use client";

import { CircleCheck, CircleX } from "lucide-react";
import Link from "next/link";
import { Moment } from "@/components/time/moment";
import { useTimes } from "@/components/time/zone";
import { rowLink } from "@/components/ui/row-link";
import { Cell, Row, RowHead } from "@/components/ui/table";
import type { EventSummary } from "@/lib/events/queries";
import { formatCount } from "@/lib/format";

export function EventRow({ event }: { event: EventSummary }) {
  const { id, subject, createdAt } = event;
  const { moment } = useTimes();
  return (
    <Row className="card:grid-cols-[minmax(0,1fr)_auto]">
      <RowHead className="card:order-2">
        <Link
          data-row
          href={`/events/published/${id}`}
          prefetch={false}
          className={rowLink}
          aria-label={`${moment(createdAt)}: ${event.event}, ${subject}`}
        >
          <Moment at={createdAt} />
        </Link>
      </RowHead>
      <Cell className="font-mono text-xs card:order-1">{event.event}</Cell>
      <Cell className="max-w-0 truncate font-mono text-xs card:order-3 card:max-w-full">
        <bdi>{subject}</bdi>
      </Cell>
      <Cell className="card:order-4 card:col-span-2 card:text-sm">
        <Outcome event={event} />
      </Cell>
    </Row>
  );
}

function Outcome({ event: { deliveries, delivered, failed } }: { event: EventSummary }) {
  if (deliveries === 0) return <span className="text-faint">no subscribers</span>;
  const waiting = deliveries - delivered - failed;
  return (
    <span className="flex flex-wrap items-center gap-x-3 tabular-nums">
      {delivered > 0 && (
        <span className="flex items-center gap-1 text-good">
          <CircleCheck aria-hidden="true" className="size-3.5" />
          {formatCount(delivered)}
          <span className="sr-only">delivered</span>
        </span>
      )}
      {failed > 0 && (
        <span className="flex items-center gap-1 text-bad">
          <CircleX aria-hidden="true" className="size-3.5" />
          {formatCount(failed)}
          <span className="sr-only">failed</span>
        </span>
      )}
      {waiting > 0 && <span className="text-soft">{formatCount(waiting)} waiting</span>}
    </span>
  );
}
