import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { createLoader, type SearchParams } from "nuqs/server";
import { prefetch } from "@/app/prefetch";
import { Overview } from "@/components/overview/overview";
import { overviewAddress, viewOf } from "@/components/overview/overview-address";
import { OverviewHeader } from "@/components/overview/overview-header";
import { accountAddress } from "@/components/scope/account-address";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";
import { StatsQuery, statsApi } from "@/lib/stats/contract";
import { readStats } from "@/lib/stats/operations";
import { statsQueries } from "@/lib/stats/queries";
import { webhooksApi } from "@/lib/webhooks/contract";
import { masked } from "@/lib/webhooks/masked";
import { listWebhooks } from "@/lib/webhooks/operations";
import { webhookQueries } from "@/lib/webhooks/queries";

export const metadata: Metadata = { title: "Overview" };

const addressOf = createLoader({ ...overviewAddress, ...accountAddress });

type Props = { searchParams: Promise<SearchParams> };

export default async function OverviewPage({ searchParams }: Props) {
  const ctx = await pageContext("deliveries:read", "reads");
  const { account, ...range } = await addressOf(searchParams);
  const view = viewOf(range);
  const choice = account ? { account } : {};
  const queries = queryClient();
  await Promise.all([
    prefetch(
      queries,
      statsQueries.read(view, choice),
      statsApi.read,
      readStats(ctx, StatsQuery.parse({ ...view, ...choice })),
    ),
    prefetch(
      queries,
      webhookQueries.list(),
      webhooksApi.list,
      listWebhooks(ctx, { limit: 500 }).then(({ items }) => items.map(masked)),
    ),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <OverviewHeader />
      <Overview />
    </HydrationBoundary>
  );
}
