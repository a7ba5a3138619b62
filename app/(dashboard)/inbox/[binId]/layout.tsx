import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { prefetch } from "@/app/prefetch";
import { uuidOf } from "@/app/uuid-of";
import { pageContext } from "@/lib/http/page-context";
import { inboxApi } from "@/lib/inbox/contract";
import { readBin } from "@/lib/inbox/operations";
import { inboxQueries } from "@/lib/inbox/queries";
import { queryClient } from "@/lib/query-client";

type Props = { params: Promise<{ binId: string }>; children: ReactNode };

/** Read above the streamed part, so that an unknown id returns 404. */
export default async function BinLayout({ params, children }: Props) {
  const ctx = await pageContext("deliveries:read");
  const id = await uuidOf(params.then(({ binId }) => ({ id: binId })));
  const queries = queryClient();
  await prefetch(queries, inboxQueries.bin(id), inboxApi.read, readBin(ctx, id));

  return <HydrationBoundary state={dehydrate(queries)}>{children}</HydrationBoundary>;
}
