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
import { DryRun } from "./dry-run";

type Props = { params: Promise<{ id: string }>; children: ReactNode };

const readOnce = cache(async (id: string) => readReplay(await pageContext("deliveries:read"), id));

/** An unknown id is answered by the layout. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await readOnce(await uuidOf(params)).catch(() => undefined);
  if (!found) return { title: "Replay" };
  const size = formatPlural(found.total, "delivery", "deliveries");
  return { title: `${found.dryRun ? "Dry run" : "Replay"} of ${size}` };
}

/** Read above the streamed part, so that an unknown id returns 404. */
export default async function ReplayLayout({ params, children }: Props) {
  const id = await uuidOf(params);
  const queries = queryClient();
  await prefetch(queries, replayQueries.one(id), replaysApi.read, readOnce(id));

  const replay = await readOnce(id).catch(() => undefined);
  if (replay?.dryRun) return <DryRun {...replay} />;

  return <HydrationBoundary state={dehydrate(queries)}>{children}</HydrationBoundary>;
}
