import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch } from "@/app/prefetch";
import { prefetchWebhooks } from "@/app/prefetch-webhooks";
import { addressReader, type SearchParams } from "@/components/address/field";
import { EventCatalogue } from "@/components/events/event-catalogue";
import { EventTabs } from "@/components/events/event-tabs";
import { PublishCard } from "@/components/events/publish-card";
import { PageHeader } from "@/components/page/page-header";
import { accountAddress } from "@/components/scope/account-address";
import { eventActivity } from "@/lib/events/activity";
import { eventsApi } from "@/lib/events/contract";
import { listEventTypes } from "@/lib/events/operations";
import { eventQueries } from "@/lib/events/queries";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";

export const metadata: Metadata = { title: "Events" };

const addressOf = addressReader(accountAddress);

type Props = { searchParams: Promise<SearchParams> };

export default async function EventsPage({ searchParams }: Props) {
  const ctx = await pageContext("deliveries:read", "reads");
  const { account } = addressOf(await searchParams);
  const activity = eventActivity(ctx, account ? { account } : {});
  const queries = queryClient();
  await Promise.all([
    prefetch(queries, eventQueries.types(), eventsApi.types, listEventTypes()),
    prefetch(queries, eventQueries.activity(account), eventsApi.activity, activity),
    prefetchWebhooks(queries, ctx),
  ]);

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader title="Events" />
      <EventTabs />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <EventCatalogue />
        <PublishCard />
      </div>
    </HydrationBoundary>
  );
}
