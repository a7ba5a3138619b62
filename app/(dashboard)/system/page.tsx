import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch } from "@/app/prefetch";
import { SystemView } from "@/components/system/system-view";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";
import { systemApi } from "@/lib/system/contract";
import { readSystem } from "@/lib/system/operations";
import { systemQueries } from "@/lib/system/queries";

export const metadata: Metadata = { title: "System" };

export default async function SystemPage() {
  const ctx = await pageContext("deliveries:read", "reads");
  const queries = queryClient();
  await prefetch(queries, systemQueries.read(), systemApi.read, readSystem(ctx));

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <SystemView />
    </HydrationBoundary>
  );
}
