import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch } from "@/app/prefetch";
import { prefetchLog } from "@/app/prefetch-log";
import { prefetchWebhooks } from "@/app/prefetch-webhooks";
import { addressReader, type SearchParams } from "@/components/address/field";
import { droppedFrom, logAddress } from "@/components/deliveries/log-address";
import { logTitle } from "@/components/deliveries/log-link";
import { DeliveryLog } from "@/components/delivery-log/delivery-log";
import { NoDeliveries } from "@/components/delivery-log/no-deliveries";
import { PageHeader } from "@/components/page/page-header";
import { env } from "@/lib/env";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";
import { settingsApi } from "@/lib/settings/contract";
import { listLabels } from "@/lib/settings/overview";
import { settingsQueries } from "@/lib/settings/queries";

const addressOf = addressReader(logAddress);
type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return { title: logTitle(addressOf(await searchParams)) };
}

export default async function DeliveriesPage({ searchParams }: Props) {
  const ctx = await pageContext("deliveries:read", "reads");
  const view = addressOf(await searchParams);
  const queries = queryClient();
  await Promise.all([
    prefetchLog(queries, ctx, view),
    prefetchWebhooks(queries, ctx),
    prefetch(queries, settingsQueries.list(), settingsApi.list, listLabels(ctx)),
  ]);

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader title="Deliveries" />
      <DeliveryLog
        dropped={droppedFrom(await searchParams, view)}
        retentionDays={env().RETENTION_DAYS}
        empty={<NoDeliveries />}
      />
    </HydrationBoundary>
  );
}
