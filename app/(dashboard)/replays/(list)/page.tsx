import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetchPages } from "@/app/prefetch";
import { prefetchLabels } from "@/app/prefetch-labels";
import { pageHints } from "@/components/page/hints";
import { PageHeader } from "@/components/page/page-header";
import { ReplayLog } from "@/components/replays/replay-log";
import { listed } from "@/lib/deliveries/view";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";
import { replaysApi } from "@/lib/replays/contract";
import { listReplays } from "@/lib/replays/operations";
import { replayQueries } from "@/lib/replays/queries";

export const metadata: Metadata = { title: "Replays" };

export default async function ReplaysPage() {
  const ctx = await pageContext("deliveries:read");
  const queries = queryClient();
  const replays = listReplays(ctx, { limit: 50 });
  await Promise.all([
    prefetchPages(queries, replayQueries.log(), replaysApi.list, replays),
    // Rows name webhooks; a name that arrives later moves all rows below it.
    prefetchLabels(queries, ctx, async () => {
      const rows = await replays.then(({ replays }) => replays).catch(() => []);
      return { ids: rows.flatMap(({ filter }) => listed(filter?.webhook)), needsList: true };
    }),
  ]);

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader title="Replays" hint={pageHints.replays} />
      <ReplayLog />
    </HydrationBoundary>
  );
}
