import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch } from "@/app/prefetch";
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
import { webhooksApi } from "@/lib/webhooks/contract";
import { masked } from "@/lib/webhooks/masked";
import { listWebhooks } from "@/lib/webhooks/operations";
import { webhookQueries } from "@/lib/webhooks/queries";
import { nameOf } from "./name-of";

type Props = { params: Promise<{ type: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await nameOf(params) };
}

export default async function EventTypePage({ params }: Props) {
  const ctx = await pageContext("deliveries:read");
  const name = await nameOf(params);
  const queries = queryClient();
  const webhooks = listWebhooks(ctx, { limit: 500 }).then(({ items }) => items.map(masked));
  await Promise.all([
    prefetch(queries, eventQueries.types(), eventsApi.types, listEventTypes()),
    prefetch(queries, accountQueries.list(), accountsApi.list, listAccounts(ctx)),
    prefetch(queries, webhookQueries.list(), webhooksApi.list, webhooks),
  ]);

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader title={name} hint={eventTypes[name].description} />
      <EventTypeView name={name} />
    </HydrationBoundary>
  );
}
