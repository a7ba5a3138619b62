import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch } from "@/app/prefetch";
import { prefetchWebhooks } from "@/app/prefetch-webhooks";
import { EventTypeView } from "@/components/events/event-type-view";
import { PageHeader } from "@/components/page/page-header";
import { eventTypes } from "@/db/event-types";
import { accountsApi } from "@/lib/accounts/contract";
import { listAccounts } from "@/lib/accounts/operations";
import { accountQueries } from "@/lib/accounts/queries";
import { eventsApi } from "@/lib/events/contract";
import { listEventTypes } from "@/lib/events/operations";
import { eventQueries } from "@/lib/events/queries";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";
import { nameOf } from "./name-of";

type Props = { params: Promise<{ type: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await nameOf(params) };
}

export default async function EventTypePage({ params }: Props) {
  const ctx = await pageContext("deliveries:read");
  const name = await nameOf(params);
  const queries = queryClient();
  await Promise.all([
    prefetch(queries, eventQueries.types(), eventsApi.types, listEventTypes()),
    prefetch(queries, accountQueries.list(), accountsApi.list, listAccounts(ctx)),
    prefetchWebhooks(queries, ctx),
  ]);

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader title={name} hint={eventTypes[name].description} />
      <EventTypeView name={name} />
    </HydrationBoundary>
  );
}
