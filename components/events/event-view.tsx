"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { AccountOwner } from "@/components/accounts/account-owner";
import { BodyView } from "@/components/body/body-view";
import { StatusBadge } from "@/components/deliveries/status-badge";
import { useFallback } from "@/components/live/use-live-state";
import { FailedPage } from "@/components/page/failed-page";
import { PageHeader } from "@/components/page/page-header";
import { PageSkeleton } from "@/components/page/page-skeleton";
import { ReadProblem } from "@/components/page/read-problem";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Moment } from "@/components/time/moment";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { rowLink } from "@/components/ui/row-link";
import { Skeleton } from "@/components/ui/skeleton";
import { Cell, type Column, Row, RowHead, Table } from "@/components/ui/table";
import { textLink } from "@/components/ui/text-link";
import { eventQuery } from "@/lib/events/event-query";
import type { EventDetail } from "@/lib/events/queries";
import { formatPlural, formatTarget, formatUrl } from "@/lib/format";
import { afterFailureMs } from "@/lib/query-client";
import { useLabels } from "@/lib/settings/use-labels";

const columns = [
  { name: "Webhook" },
  { name: "Status", className: "w-32" },
  { name: "Attempts", className: "w-24 text-right" },
] as const satisfies readonly Column[];

/** One published event with its deliveries. */
export function EventView({ id }: { id: string }) {
  const fallback = useFallback(2000);
  const { data, failure } = useStableQuery(
    useQuery({
      ...eventQuery(id),
      refetchInterval: (query) =>
        isOpen(query.state.data) ? fallback(query) : afterFailureMs(query),
    }),
  );
  if (data) {
    return (
      <>
        <PageHeader title={data.event} hint={<Identity event={data} />} />
        <ReadProblem what="The event" failure={failure} hasData />
        <div className="grid gap-6">
          <section aria-labelledby="deliveries">
            <h2 id="deliveries" className="mb-2 font-semibold text-lg">
              Deliveries
            </h2>
            <Deliveries event={data} />
            <Omitted event={data} />
          </section>
          <Card title="Data" hint="As published. Receivers get it as data.">
            <BodyView label="event data" body={data.dataText} fileName={`event-${data.id}`} />
          </Card>
        </div>
      </>
    );
  }
  if (!failure) return <EventSkeleton />;
  return <FailedPage title="Event" what="The event could not be loaded" {...failure} />;
}

function isOpen(event: EventDetail | undefined): boolean {
  const isCreating = event?.fanOutRemaining !== undefined;
  return isCreating || (event?.deliveries.some(({ status }) => status === "pending") ?? false);
}

function Identity({ event: { id, accountId, event, createdAt } }: { event: EventDetail }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <span className="inline-flex min-w-0 items-center gap-1">
        <code className="truncate font-mono text-xs">{id}</code>
        <CopyButton text={id} label="Copy event id" />
      </span>
      <span>
        published <Moment at={createdAt} />
      </span>
      <AccountOwner id={accountId} />
      <Link href={`/events/${event}`} prefetch={false} className={textLink}>
        Payload reference
      </Link>
    </div>
  );
}

function Deliveries({ event: { deliveries, fanOutRemaining } }: { event: EventDetail }) {
  const labelOf = useLabels();
  if (deliveries.length === 0 && fanOutRemaining !== undefined) {
    return (
      <p className="text-soft">
        {formatPlural(fanOutRemaining, "delivery is", "deliveries are")} being created.
      </p>
    );
  }
  if (deliveries.length === 0) {
    return (
      <p className="text-soft">No webhook was subscribed. The event was stored and not sent.</p>
    );
  }
  return (
    <Table caption="Deliveries of this event" columns={columns}>
      {deliveries.map((delivery) => (
        <Row key={delivery.id} className="card:grid-cols-2">
          <RowHead className="max-w-0 truncate card:col-span-2 card:max-w-full">
            <Link
              data-row
              href={`/deliveries/${delivery.id}`}
              prefetch={false}
              title={formatUrl(delivery.callbackUrl)}
              className={rowLink}
            >
              {labelOf(delivery.webhookId) || formatTarget(delivery.callbackUrl)}
            </Link>
          </RowHead>
          <Cell>
            <StatusBadge delivery={delivery} />
          </Cell>
          <Cell data-label="Attempts" className="text-right tabular-nums card:text-sm">
            {delivery.attempts}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

/** Deliveries of a large fan-out that the list leaves out. */
function Omitted({ event: { id, deliveriesOmitted = 0 } }: { event: EventDetail }) {
  if (deliveriesOmitted === 0) return null;
  return (
    <p className="mt-2 text-sm">
      {formatPlural(deliveriesOmitted, "more delivery", "more deliveries")} in the{" "}
      <Link
        href={`/deliveries?q=${id}`}
        prefetch={false}
        className="rounded-sm text-accent underline underline-offset-2"
      >
        delivery log
      </Link>
    </p>
  );
}

function EventSkeleton() {
  return (
    <PageSkeleton>
      <Skeleton className="mb-6 h-32 w-full rounded-lg" />
      <Skeleton className="h-56 w-full rounded-lg" />
    </PageSkeleton>
  );
}
