import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch } from "@/app/prefetch";
import { SettingsView } from "@/components/settings/settings-view";
import { accountLimitsApi } from "@/lib/account-limits/contract";
import { readAccountLimits } from "@/lib/account-limits/operations";
import { accountLimitQueries } from "@/lib/account-limits/queries";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";
import { systemApi } from "@/lib/system/contract";
import { readSystem } from "@/lib/system/operations";
import { systemQueries } from "@/lib/system/queries";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const ctx = await pageContext("deliveries:read");
  const queries = queryClient();
  await (ctx.accountId === null
    ? prefetch(queries, systemQueries.read(), systemApi.read, readSystem(ctx))
    : prefetch(
        queries,
        accountLimitQueries.one(ctx.accountId),
        accountLimitsApi.read,
        readAccountLimits(ctx, ctx.accountId),
      ));

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <SettingsView />
    </HydrationBoundary>
  );
}
