import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch } from "@/app/prefetch";
import { prefetchStats } from "@/app/prefetch-stats";
import { prefetchNewestWebhook, prefetchWebhooks } from "@/app/prefetch-webhooks";
import { addressReader, type SearchParams } from "@/components/address/field";
import { Overview } from "@/components/overview/overview";
import { overviewAddress, viewOf } from "@/components/overview/overview-address";
import { OverviewHeader } from "@/components/overview/overview-header";
import { accountAddress } from "@/components/scope/account-address";
import { DeliveryFilter, deliveriesApi } from "@/lib/deliveries/contract";
import { listDeliveries } from "@/lib/deliveries/operations";
import { deliveryQueries } from "@/lib/deliveries/queries";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";
import { webhookQueries } from "@/lib/webhooks/queries";

export const metadata: Metadata = { title: "Overview" };

const addressOf = addressReader({ ...overviewAddress, ...accountAddress });

type Props = { searchParams: Promise<SearchParams> };

export default async function OverviewPage({ searchParams }: Props) {
  const ctx = await pageContext("deliveries:read", "reads");
  const { account, ...range } = addressOf(await searchParams);
  const view = viewOf(range);
  const choice = account ? { account } : {};
  const queries = queryClient();
  await Promise.all([
    prefetchStats(queries, ctx, view, choice),
    prefetchNewestWebhook(queries, ctx),
  ]);
  // The first steps, in their place above the rest.
  if (queries.getQueryData(webhookQueries.newest().queryKey)?.length === 0) {
    const delivered = listDeliveries(ctx, DeliveryFilter.parse({ status: "delivered", limit: 1 }));
    await Promise.all([
      prefetchWebhooks(queries, ctx),
      prefetch(queries, deliveryQueries.delivered(), deliveriesApi.list, delivered),
    ]);
  }
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <OverviewHeader />
      <Overview />
    </HydrationBoundary>
  );
}
