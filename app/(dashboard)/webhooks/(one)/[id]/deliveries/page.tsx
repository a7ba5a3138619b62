import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetchLog } from "@/app/prefetch-log";
import { uuidOf } from "@/app/uuid-of";
import { droppedFrom } from "@/components/address/dropped";
import { addressReader, type SearchParams } from "@/components/address/field";
import { logAddress } from "@/components/deliveries/log-address";
import { DeliveryLog } from "@/components/delivery-log/delivery-log";
import { NothingSent } from "@/components/webhooks/nothing-sent";
import { env } from "@/lib/env";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";
import { titleOf } from "../title-of";

const addressOf = addressReader(logAddress);
type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  titleOf(params, "Deliveries");

export default async function WebhookDeliveriesPage({ params, searchParams }: Props) {
  const ctx = await pageContext("deliveries:read", "reads");
  const id = await uuidOf(params);
  const view = { ...addressOf(await searchParams), webhook: [id] };
  const queries = queryClient();
  await prefetchLog(queries, ctx, view);

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <DeliveryLog
        webhook={id}
        hasDropped={droppedFrom(logAddress, await searchParams).length > 0}
        retentionDays={env().RETENTION_DAYS}
        empty={<NothingSent id={id} mayTest={ctx.scopes.includes("webhooks:write")} />}
      />
    </HydrationBoundary>
  );
}
