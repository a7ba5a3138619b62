import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch, prefetchPages } from "@/app/prefetch";
import { prefetchWebhooks } from "@/app/prefetch-webhooks";
import { pageHints } from "@/components/page/hints";
import { PageHeader } from "@/components/page/page-header";
import { ReplayLog } from "@/components/replays/replay-log";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";
import { replaysApi } from "@/lib/replays/contract";
import { listReplays } from "@/lib/replays/operations";
import { replayQueries } from "@/lib/replays/queries";
import { settingsApi } from "@/lib/settings/contract";
import { listLabels } from "@/lib/settings/overview";
import { settingsQueries } from "@/lib/settings/queries";

export const metadata: Metadata = { title: "Replays" };

export default async function ReplaysPage() {
  const ctx = await pageContext("deliveries:read");
  const queries = queryClient();
  await Promise.all([
    prefetchPages(queries, replayQueries.log(), replaysApi.list, listReplays(ctx, { limit: 50 })),
    // Rows name webhooks; a name that arrives later moves all rows below it.
    prefetchWebhooks(queries, ctx),
    prefetch(queries, settingsQueries.list(), settingsApi.list, listLabels(ctx)),
  ]);

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader title="Replays" hint={pageHints.replays} />
      <ReplayLog />
    </HydrationBoundary>
  );
}
