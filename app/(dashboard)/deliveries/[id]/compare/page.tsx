import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch } from "@/app/prefetch";
import { uuidOf } from "@/app/uuid-of";
import { CompareView } from "@/components/deliveries/compare-view";
import { deliveriesApi } from "@/lib/deliveries/contract";
import { readDelivery } from "@/lib/deliveries/operations";
import { deliveryQueries } from "@/lib/deliveries/queries";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";

export const metadata: Metadata = { title: "Compare attempts" };

export default async function ComparePage({ params }: { params: Promise<{ id: string }> }) {
  const ctx = await pageContext("deliveries:read");
  const id = await uuidOf(params);
  const queries = queryClient();
  await prefetch(queries, deliveryQueries.one(id), deliveriesApi.read, readDelivery(ctx, id));

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <CompareView id={id} />
    </HydrationBoundary>
  );
}
