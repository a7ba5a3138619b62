import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { cache, type ReactNode } from "react";
import { prefetch } from "@/app/prefetch";
import { uuidOf } from "@/app/uuid-of";
import { formatPlural } from "@/lib/format";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";
import { replaysApi } from "@/lib/replays/contract";
import { readReplay } from "@/lib/replays/operations";
import { replayQueries } from "@/lib/replays/queries";

type Props = { params: Promise<{ id: string }>; children: ReactNode };

const readOnce = cache(async (id: string) => readReplay(await pageContext("deliveries:read"), id));

/** An unknown id is answered by the layout. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await readOnce(await uuidOf(params)).catch(() => undefined);
  return {
    title: found ? `Replay of ${formatPlural(found.total, "delivery", "deliveries")}` : "Replay",
  };
}

/** Read above the streamed part, so that an unknown id returns 404. */
export default async function ReplayLayout({ params, children }: Props) {
  const id = await uuidOf(params);
  const queries = queryClient();
  await prefetch(queries, replayQueries.one(id), replaysApi.read, readOnce(id));

  return <HydrationBoundary state={dehydrate(queries)}>{children}</HydrationBoundary>;
}
