import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { contextForOperator } from "@/app/context-for";
import { prefetch, prefetchPages } from "@/app/prefetch";
import { Refused } from "@/app/refused";
import { accountListAddress } from "@/components/accounts/account-address";
import { AccountList } from "@/components/accounts/account-list";
import { addressReader, type SearchParams } from "@/components/address/field";
import { accountsApi } from "@/lib/accounts/contract";
import { listAccounts } from "@/lib/accounts/operations";
import { accountQueries, accountsOfPage } from "@/lib/accounts/queries";
import { queryClient } from "@/lib/query-client";
import { settingsApi } from "@/lib/settings/contract";
import { listLabels } from "@/lib/settings/overview";
import { settingsQueries } from "@/lib/settings/queries";

export const metadata: Metadata = { title: "Accounts" };

const addressOf = addressReader(accountListAddress);
type Props = { searchParams: Promise<SearchParams> };

export default async function AccountsPage({ searchParams }: Props) {
  const ctx = await contextForOperator("admin");
  if (!ctx) return <Refused operatorsOnly />;
  const { q } = addressOf(await searchParams);
  const page = listAccounts(ctx, { q, limit: accountsOfPage });
  const queries = queryClient();
  await Promise.all([
    prefetchPages(queries, accountQueries.pages(q), accountsApi.list, page),
    prefetch(queries, settingsQueries.list(), settingsApi.list, listLabels(ctx)),
  ]);

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <AccountList />
    </HydrationBoundary>
  );
}
