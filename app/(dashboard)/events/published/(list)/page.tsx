import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetchPages } from "@/app/prefetch";
import { addressReader, type SearchParams } from "@/components/address/field";
import { eventAddress } from "@/components/events/event-address";
import { EventLog } from "@/components/events/event-log";
import { EventTabs } from "@/components/events/event-tabs";
import { PageHeader } from "@/components/page/page-header";
import { EventFilter, eventsApi } from "@/lib/events/contract";
import { listEvents } from "@/lib/events/operations";
import { eventQueries } from "@/lib/events/queries";
import { queryOf } from "@/lib/events/view";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";

export const metadata: Metadata = { title: "Published events" };

const addressOf = addressReader(eventAddress);

export default async function PublishedEventsPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>;
}) {
  const ctx = await pageContext("deliveries:read", "reads");
  const view = addressOf(await searchParams);
  const queries = queryClient();
  const rows = listEvents(ctx, EventFilter.parse(queryOf(view, Date.now())));
  await prefetchPages(queries, eventQueries.log(view), eventsApi.list, rows);

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader title="Events" />
      <EventTabs />
      <EventLog />
    </HydrationBoundary>
  );
}
