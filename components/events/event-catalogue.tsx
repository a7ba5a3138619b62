"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { ProblemCard } from "@/components/page/problem-card";
import { useStableQuery } from "@/components/page/use-stable-query";
import { useAccount, useAccountLink } from "@/components/scope/account-scope";
import { aboveRow, rowLink } from "@/components/ui/row-link";
import { Cell, Row, RowHead, Table } from "@/components/ui/table";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { type EventActivity, type EventType, eventQueries } from "@/lib/events/queries";
import { formatCount } from "@/lib/format";
import { catalogueColumns } from "./event-columns";

/** Event types with their volume and subscribed webhooks. */
export function EventCatalogue() {
  const { data, failure } = useStableQuery(useQuery(eventQueries.types()));
  const account = useAccount();
  const { data: activity } = useQuery(eventQueries.activity(account));
  if (!data) {
    if (!failure)
      return <TableSkeleton columns={catalogueColumns} room="little" rows={4} rowHeight="h-13.5" />;
    return <ProblemCard what="The events could not be loaded" {...failure} />;
  }
  return (
    <Table caption="Event types" columns={catalogueColumns} room="little">
      {data.eventTypes.map((type) => (
        <TypeRow
          key={type.name}
          type={type}
          activity={activity?.eventTypes.find(({ name }) => name === type.name)}
        />
      ))}
    </Table>
  );
}

type RowProps = {
  type: EventType;
  activity: EventActivity | undefined;
};

function TypeRow({ type: { name, description }, activity }: RowProps) {
  const toAccount = useAccountLink();
  return (
    <Row className="h-15 card:h-auto card:grid-cols-2">
      <RowHead className="card:col-span-2">
        <Link
          data-row
          href={`/events/${name}`}
          prefetch={false}
          className={`${rowLink} wrap-anywhere font-mono text-xs`}
        >
          {name}
        </Link>
        <span className="block text-pretty text-soft text-sm">{description}</span>
      </RowHead>
      <Cell data-label="Published (24 h)" className="text-right tabular-nums card:text-left">
        {activity && (
          <Figure
            href={toAccount(`/events/published?type=${name}&since=24h`)}
            value={activity.published}
          />
        )}
      </Cell>
      <Cell data-label="Webhooks" className="text-right tabular-nums card:text-left">
        {activity && <Figure href={`/events/${name}`} value={activity.subscribers} />}
      </Cell>
    </Row>
  );
}

function Figure({ href, value }: { href: string; value: number }) {
  if (value === 0) return <span className="text-faint">0</span>;
  return (
    <Link
      href={href}
      prefetch={false}
      className={`${aboveRow} tap-area inline-flex min-h-6 min-w-6 items-center justify-end rounded-sm underline-offset-2 hover:underline`}
    >
      {formatCount(value)}
    </Link>
  );
}
