import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { prefetch } from "@/app/prefetch";
import { uuidOf } from "@/app/uuid-of";
import { deliveriesApi } from "@/lib/deliveries/contract";
import { deliveryQueries } from "@/lib/deliveries/queries";
import { queryClient } from "@/lib/query-client";
import { readOnce } from "./read-once";

type Props = { params: Promise<{ id: string }>; children: ReactNode };

/** Read above the streamed part, so that an unknown id returns 404. */
export default async function DeliveryLayout({ params, children }: Props) {
  const id = await uuidOf(params);
  const queries = queryClient();
  await prefetch(queries, deliveryQueries.one(id), deliveriesApi.read, readOnce(id));

  return <HydrationBoundary state={dehydrate(queries)}>{children}</HydrationBoundary>;
}
