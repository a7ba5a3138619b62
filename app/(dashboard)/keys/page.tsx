import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { contextFor } from "@/app/context-for";
import { prefetch } from "@/app/prefetch";
import { Refused } from "@/app/refused";
import { KeyList } from "@/components/api-keys/key-list";
import { accountsApi } from "@/lib/accounts/contract";
import { listAccounts } from "@/lib/accounts/operations";
import { accountQueries } from "@/lib/accounts/queries";
import { apiKeysApi } from "@/lib/api-keys/contract";
import { listApiKeys } from "@/lib/api-keys/operations";
import { apiKeyQueries } from "@/lib/api-keys/queries";
import { queryClient } from "@/lib/query-client";

export const metadata: Metadata = { title: "API keys" };

export default async function KeysPage() {
  const ctx = await contextFor("admin");
  if (!ctx) return <Refused />;
  const queries = queryClient();
  await Promise.all([
    prefetch(queries, apiKeyQueries.list(), apiKeysApi.list, listApiKeys(ctx)),
    prefetch(queries, accountQueries.list(), accountsApi.list, listAccounts(ctx)),
  ]);

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <KeyList />
    </HydrationBoundary>
  );
}
