import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetchLabels } from "@/app/prefetch-labels";
import { prefetchLog } from "@/app/prefetch-log";
import { droppedFrom } from "@/components/address/dropped";
import { addressReader, type SearchParams } from "@/components/address/field";
import { logAddress } from "@/components/deliveries/log-address";
import { logTitle } from "@/components/deliveries/log-link";
import { DeliveryLog } from "@/components/delivery-log/delivery-log";
import { NoDeliveries } from "@/components/delivery-log/no-deliveries";
import { PageHeader } from "@/components/page/page-header";
import { deliveryQueries } from "@/lib/deliveries/queries";
import { env } from "@/lib/env";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";

const addressOf = addressReader(logAddress);
type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return { title: logTitle(addressOf(await searchParams)) };
}

export default async function DeliveriesPage({ searchParams }: Props) {
  const ctx = await pageContext("deliveries:read", "reads");
  const view = addressOf(await searchParams);
  const queries = queryClient();
  const log = prefetchLog(queries, ctx, view);
  const labels = prefetchLabels(queries, ctx, async () => {
    await log;
    const rows = queries.getQueryData(deliveryQueries.log(view).queryKey)?.pages[0]?.deliveries;
    const ids = rows?.flatMap(({ webhookId }) => webhookId ?? []) ?? [];
    return { ids: [...ids, ...view.webhook], needsList: view.webhook.length > 0 };
  });
  await Promise.all([log, labels]);

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader title="Deliveries" />
      <DeliveryLog
        hasDropped={droppedFrom(logAddress, await searchParams).length > 0}
        retentionDays={env().RETENTION_DAYS}
        empty={<NoDeliveries />}
      />
    </HydrationBoundary>
  );
}
