import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetchStats } from "@/app/prefetch-stats";
import { prefetchWebhooks } from "@/app/prefetch-webhooks";
import { addressReader, type SearchParams } from "@/components/address/field";
import { Overview } from "@/components/overview/overview";
import { overviewAddress, viewOf } from "@/components/overview/overview-address";
import { OverviewHeader } from "@/components/overview/overview-header";
import { accountAddress } from "@/components/scope/account-address";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";

export const metadata: Metadata = { title: "Overview" };

const addressOf = addressReader({ ...overviewAddress, ...accountAddress });

type Props = { searchParams: Promise<SearchParams> };

export default async function OverviewPage({ searchParams }: Props) {
  const ctx = await pageContext("deliveries:read", "reads");
  const { account, ...range } = addressOf(await searchParams);
  const view = viewOf(range);
  const choice = account ? { account } : {};
  const queries = queryClient();
  await Promise.all([prefetchStats(queries, ctx, view, choice), prefetchWebhooks(queries, ctx)]);
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <OverviewHeader />
      <Overview />
    </HydrationBoundary>
  );
}
