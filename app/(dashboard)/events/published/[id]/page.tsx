import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch } from "@/app/prefetch";
import { uuidOf } from "@/app/uuid-of";
import { EventView } from "@/components/events/event-view";
import { eventsApi } from "@/lib/events/contract";
import { readEvent } from "@/lib/events/operations";
import { eventQueries } from "@/lib/events/queries";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";

export const metadata: Metadata = { title: "Event" };

export default async function EventPage({ params }: { params: Promise<{ id: string }> }) {
  const ctx = await pageContext("deliveries:read");
  const id = await uuidOf(params);
  const queries = queryClient();
  await prefetch(queries, eventQueries.one(id), eventsApi.read, readEvent(ctx, id));

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <EventView id={id} />
    </HydrationBoundary>
  );
}
