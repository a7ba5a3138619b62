import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { contextFor } from "@/app/context-for";
import { prefetch } from "@/app/prefetch";
import { AccountList } from "@/components/accounts/account-list";
import { Forbidden } from "@/components/page/forbidden";
import { accountsApi } from "@/lib/accounts/contract";
import { listAccounts } from "@/lib/accounts/operations";
import { accountQueries } from "@/lib/accounts/queries";
import { queryClient } from "@/lib/query-client";

export const metadata: Metadata = { title: "Accounts" };

export default async function AccountsPage() {
  const ctx = await contextFor("admin");
  if (!ctx) return <Forbidden />;
  const queries = queryClient();
  await prefetch(queries, accountQueries.list(), accountsApi.list, listAccounts(ctx));

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <AccountList />
    </HydrationBoundary>
  );
}
