import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { cache, type ReactNode } from "react";
import { prefetchEvent } from "@/app/prefetch";
import { uuidOf } from "@/app/uuid-of";
import { readEvent } from "@/lib/events/operations";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";

type Props = { params: Promise<{ id: string }>; children: ReactNode };

const readOnce = cache(async (id: string) => readEvent(await pageContext("deliveries:read"), id));

/** An unknown id is answered by the layout. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await readOnce(await uuidOf(params)).catch(() => undefined);
  return { title: found ? `${found.subject} · ${found.event}` : "Event" };
}

/** Read above the streamed part, so that an unknown id returns 404. */
export default async function EventLayout({ params, children }: Props) {
  const id = await uuidOf(params);
  const queries = queryClient();
  await prefetchEvent(queries, id, readOnce(id));

  return <HydrationBoundary state={dehydrate(queries)}>{children}</HydrationBoundary>;
}
