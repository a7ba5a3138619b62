import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { cache, type ReactNode } from "react";
import { prefetch } from "@/app/prefetch";
import { uuidOf } from "@/app/uuid-of";
import { pageContext } from "@/lib/http/page-context";
import { inboxApi } from "@/lib/inbox/contract";
import { readBin } from "@/lib/inbox/operations";
import { inboxQueries } from "@/lib/inbox/queries";
import { queryClient } from "@/lib/query-client";

type Props = { params: Promise<{ binId: string }>; children: ReactNode };

const readOnce = cache(async (id: string) => readBin(await pageContext("deliveries:read"), id));

/** An unknown id is answered by the layout. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await readOnce(await uuidOf(params.then(({ binId }) => ({ id: binId })))).catch(
    () => undefined,
  );
  return { title: found ? `${found.name || "Bin"} · Inbox` : "Inbox" };
}

/** Read above the streamed part, so that an unknown id returns 404. */
export default async function BinLayout({ params, children }: Props) {
  const id = await uuidOf(params.then(({ binId }) => ({ id: binId })));
  const queries = queryClient();
  await prefetch(queries, inboxQueries.bin(id), inboxApi.read, readOnce(id));

  return <HydrationBoundary state={dehydrate(queries)}>{children}</HydrationBoundary>;
}
