"use client";

import Link from "next/link";
import { Moment } from "@/components/time/moment";
import { useTimes } from "@/components/time/zone";
import { Cell, Row, RowHead, rowLink } from "@/components/ui/table";
import type { EventSummary } from "@/lib/events/queries";

export function EventRow({ event }: { event: EventSummary }) {
  const { moment } = useTimes();
  const { id, subject, createdAt, deliveries } = event;
  return (
    <Row className="max-md:grid-cols-[minmax(0,1fr)_auto]">
      <RowHead className="max-md:order-2">
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
      <Cell className="font-mono text-xs max-md:order-1">{event.event}</Cell>
      <Cell className="max-w-0 truncate font-mono text-xs max-md:order-3 max-md:max-w-full">
        {subject}
      </Cell>
      <Cell
        data-label="Deliveries"
        className="text-right tabular-nums max-md:order-4 max-md:text-sm"
      >
        {deliveries}
      </Cell>
    </Row>
  );
}
