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
import { settingsApi } from "@/lib/settings/contract";
import { listSettings } from "@/lib/settings/overview";
import { settingsQueries } from "@/lib/settings/queries";

export const metadata: Metadata = { title: "Accounts" };

export default async function AccountsPage() {
  const ctx = await contextFor("admin");
  if (!ctx) return <Forbidden />;
  const queries = queryClient();
  await Promise.all([
    prefetch(queries, accountQueries.list(), accountsApi.list, listAccounts(ctx)),
    prefetch(queries, settingsQueries.list(), settingsApi.list, listSettings(ctx)),
  ]);

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <AccountList />
    </HydrationBoundary>
  );
}
