import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { prefetch } from "@/app/prefetch";
import { uuidOf } from "@/app/uuid-of";
import { eventsApi } from "@/lib/events/contract";
import { eventQueries } from "@/lib/events/queries";
import { queryClient } from "@/lib/query-client";

import { readOnce } from "./read-once";

type Props = { params: Promise<{ id: string }>; children: ReactNode };

/** Read above the streamed part, so that an unknown id returns 404. */
export default async function EventLayout({ params, children }: Props) {
  const id = await uuidOf(params);
  const queries = queryClient();
  await prefetch(queries, eventQueries.one(id), eventsApi.read, readOnce(id));

  return <HydrationBoundary state={dehydrate(queries)}>{children}</HydrationBoundary>;
}
