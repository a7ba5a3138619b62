import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { prefetch } from "@/app/prefetch";
import { uuidOf } from "@/app/uuid-of";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";
import { replaysApi } from "@/lib/replays/contract";
import { readReplay } from "@/lib/replays/operations";
import { replayQueries } from "@/lib/replays/queries";

type Props = { params: Promise<{ id: string }>; children: ReactNode };

/** Read above the streamed part, so that an unknown id returns 404. */
export default async function ReplayLayout({ params, children }: Props) {
  const ctx = await pageContext("deliveries:read");
  const id = await uuidOf(params);
  const queries = queryClient();
  await prefetch(queries, replayQueries.one(id), replaysApi.read, readReplay(ctx, id));

  return <HydrationBoundary state={dehydrate(queries)}>{children}</HydrationBoundary>;
}
