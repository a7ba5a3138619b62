import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch } from "@/app/prefetch";
import { uuidOf } from "@/app/uuid-of";
import { ReplayView } from "@/components/replays/replay-view";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";
import { replaysApi } from "@/lib/replays/contract";
import { readReplay } from "@/lib/replays/operations";
import { replayQueries } from "@/lib/replays/queries";

export const metadata: Metadata = { title: "Replay" };

export default async function ReplayPage({ params }: { params: Promise<{ id: string }> }) {
  const ctx = await pageContext("deliveries:read");
  const id = await uuidOf(params);
  const queries = queryClient();
  await prefetch(queries, replayQueries.one(id), replaysApi.read, readReplay(ctx, id));

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <ReplayView id={id} />
    </HydrationBoundary>
  );
}
