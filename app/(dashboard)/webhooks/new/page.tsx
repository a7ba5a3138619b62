import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { contextFor } from "@/app/context-for";
import { prefetch } from "@/app/prefetch";
import { Refused } from "@/app/refused";
import { addressReader, type SearchParams } from "@/components/address/field";
import { pageHints } from "@/components/page/hints";
import { PageHeader } from "@/components/page/page-header";
import { NewWebhookForm } from "@/components/webhooks/new-webhook-form";
import { newWebhookAddress } from "@/components/webhooks/webhook-address";
import { eventsApi } from "@/lib/events/contract";
import { listEventTypes } from "@/lib/events/operations";
import { eventQueries } from "@/lib/events/queries";
import { queryClient } from "@/lib/query-client";

export const metadata: Metadata = { title: "New webhook" };

const addressOf = addressReader(newWebhookAddress);
type Props = { searchParams: Promise<SearchParams> };

export default async function NewWebhookPage({ searchParams }: Props) {
  const ctx = await contextFor("webhooks:write");
  if (!ctx) return <Refused />;
  const queries = queryClient();
  await prefetch(queries, eventQueries.types(), eventsApi.types, listEventTypes());

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader title="New webhook" hint={pageHints.newWebhook} />
      <NewWebhookForm initial={addressOf(await searchParams)} />
    </HydrationBoundary>
  );
}
