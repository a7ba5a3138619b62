import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetchPages } from "@/app/prefetch";
import { ReplayLog } from "@/components/replays/replay-log";
import { PageHeader } from "@/components/shell/page-header";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";
import { replaysApi } from "@/lib/replays/contract";
import { listReplays } from "@/lib/replays/operations";
import { replayQueries } from "@/lib/replays/queries";

export const metadata: Metadata = { title: "Replays" };

export default async function ReplaysPage() {
  const ctx = await pageContext("deliveries:read");
  const queries = queryClient();
  const rows = listReplays(ctx, { limit: 50 });
  await prefetchPages(queries, replayQueries.log(), replaysApi.list, rows);

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader
        back={{ href: "/deliveries", label: "Deliveries" }}
        title="Replays"
        hint="Jobs that send many deliveries again, at a rate the receiver can take."
      />
      <ReplayLog />
    </HydrationBoundary>
  );
}
