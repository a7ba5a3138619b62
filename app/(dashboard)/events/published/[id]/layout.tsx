import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { prefetch } from "@/app/prefetch";
import { uuidOf } from "@/app/uuid-of";
import { eventsApi } from "@/lib/events/contract";
import { readEvent } from "@/lib/events/operations";
import { eventQueries } from "@/lib/events/queries";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";

type Props = { params: Promise<{ id: string }>; children: ReactNode };

/** Read above the streamed part, so that an unknown id returns 404. */
export default async function EventLayout({ params, children }: Props) {
  const ctx = await pageContext("deliveries:read");
  const id = await uuidOf(params);
  const queries = queryClient();
  await prefetch(queries, eventQueries.one(id), eventsApi.read, readEvent(ctx, id));

  return <HydrationBoundary state={dehydrate(queries)}>{children}</HydrationBoundary>;
}
