import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { prefetchPages } from "@/app/prefetch";
import { uuidOf } from "@/app/uuid-of";
import { BinView } from "@/components/inbox/bin-view";
import { pageContext } from "@/lib/http/page-context";
import { inboxApi } from "@/lib/inbox/contract";
import { inboxQueries } from "@/lib/inbox/queries";
import { listRequests } from "@/lib/inbox/requests";
import { queryClient } from "@/lib/query-client";

export default async function BinPage({ params }: { params: Promise<{ binId: string }> }) {
  const ctx = await pageContext("deliveries:read");
  const id = await uuidOf(params.then(({ binId }) => ({ id: binId })));
  const queries = queryClient();
  const requests = listRequests(ctx, id, { limit: 50 });
  await prefetchPages(queries, inboxQueries.requests(id), inboxApi.requests, requests);
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <BinView id={id} />
    </HydrationBoundary>
  );
}
