import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { contextForOperator } from "@/app/context-for";
import { prefetch } from "@/app/prefetch";
import { Refused } from "@/app/refused";
import { SystemView } from "@/components/system/system-view";
import { queryClient } from "@/lib/query-client";
import { systemApi } from "@/lib/system/contract";
import { readSystem } from "@/lib/system/operations";
import { systemQueries } from "@/lib/system/queries";

export const metadata: Metadata = { title: "System" };

export default async function SystemPage() {
  const ctx = await contextForOperator("deliveries:read", "reads");
  if (!ctx) return <Refused operatorsOnly />;
  const queries = queryClient();
  await prefetch(queries, systemQueries.read(), systemApi.read, readSystem(ctx));

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <SystemView />
    </HydrationBoundary>
  );
}
