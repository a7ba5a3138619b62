import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { originHere } from "@/app/origin";
import { preferences } from "@/app/preferences";
import { prefetch } from "@/app/prefetch";
import { prefetchAccount } from "@/app/prefetch-account";
import { Providers } from "@/app/providers";
import { addressReader } from "@/components/address/field";
import { DatabaseAway } from "@/components/page/database-away";
import { accountAddress } from "@/components/scope/account-address";
import { FirstScript } from "@/components/shell/first-script";
import { Frame } from "@/components/shell/frame";
import { accountsApi } from "@/lib/accounts/contract";
import { listAccounts } from "@/lib/accounts/operations";
import { accountQueries, accountsOfPage } from "@/lib/accounts/queries";
import { healthApi } from "@/lib/health/contract";
import { countHealth } from "@/lib/health/operations";
import { healthQueries } from "@/lib/health/queries";
import { frameContext } from "@/lib/http/page-context";
import { currentSession } from "@/lib/http/session";
import { queryClient } from "@/lib/query-client";
import { sampleApi } from "@/lib/sample/contract";
import { readSampleData } from "@/lib/sample/operations";
import { sampleQueries } from "@/lib/sample/queries";
import { sessionApi } from "@/lib/session/contract";
import { sessionQueries } from "@/lib/session/queries";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const [ctx, chosen, origin] = await Promise.all([frameContext(), preferences(), originHere()]);
  if (!ctx) return <DatabaseAway />;
  const sent = await headers();
  const position = sent.get("x-postback-stream-position") ?? undefined;
  const path = sent.get("x-postback-path");
  const account = accountIn(path);
  // A link of an operator: the pages would say that the member's own account has nothing.
  if (path && account && ctx.accountId && account !== ctx.accountId) redirect(withoutAccount(path));
  const first = listAccounts(ctx, { limit: accountsOfPage });
  const queries = queryClient();
  await Promise.all([
    prefetch(queries, sessionQueries.current(), sessionApi.read, currentSession(ctx)),
    // The header shows these on every page, so they are read before the page's own data.
    prefetch(queries, accountQueries.first(), accountsApi.list, first),
    account && prefetchAccount(queries, ctx, account),
    prefetch(queries, healthQueries.counts(), healthApi.count, countHealth(ctx)),
    prefetch(queries, sampleQueries.status(), sampleApi.read, readSampleData(ctx)),
  ]);

  return (
    <Providers chosen={chosen} origin={origin} drawnAt={Math.floor(Date.now() / 1000) * 1000}>
      <FirstScript />
      <HydrationBoundary state={dehydrate(queries)}>
        <Frame streamPosition={position}>{children}</Frame>
      </HydrationBoundary>
    </Providers>
  );
}

const addressOf = addressReader(accountAddress);

/** Returns the account in the address of the requested page. */
function accountIn(path: string | null): string | null {
  const [, query = ""] = path?.split("?") ?? [];
  return addressOf(new URLSearchParams(query)).account;
}

function withoutAccount(path: string): string {
  const [page = "/", query] = path.split("?");
  const kept = new URLSearchParams(query);
  kept.delete("account");
  return kept.size > 0 ? `${page}?${kept}` : page;
}
