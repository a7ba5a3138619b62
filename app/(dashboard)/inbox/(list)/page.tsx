import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { contextFor } from "@/app/context-for";
import { prefetch } from "@/app/prefetch";
import { Refused } from "@/app/refused";
import { BinList } from "@/components/inbox/bin-list";
import { accountsApi } from "@/lib/accounts/contract";
import { listAccounts } from "@/lib/accounts/operations";
import { accountQueries } from "@/lib/accounts/queries";
import { inboxApi } from "@/lib/inbox/contract";
import { listBins } from "@/lib/inbox/operations";
import { inboxQueries } from "@/lib/inbox/queries";
import { queryClient } from "@/lib/query-client";

export const metadata: Metadata = { title: "Inbox" };

export default async function InboxPage() {
  const ctx = await contextFor("deliveries:read");
  if (!ctx) return <Refused />;
  const queries = queryClient();
  await Promise.all([
    prefetch(queries, inboxQueries.bins(), inboxApi.list, listBins(ctx)),
    prefetch(queries, accountQueries.list(), accountsApi.list, listAccounts(ctx)),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <BinList />
    </HydrationBoundary>
  );
}
