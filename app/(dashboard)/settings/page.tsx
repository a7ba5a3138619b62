import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch } from "@/app/prefetch";
import { SettingsView } from "@/components/settings/settings-view";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";
import { systemApi } from "@/lib/system/contract";
import { readSystem } from "@/lib/system/operations";
import { systemQueries } from "@/lib/system/queries";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const ctx = await pageContext("deliveries:read");
  const queries = queryClient();
  // Defaults are those of the installation, which members do not see.
  if (ctx.accountId === null)
    await prefetch(queries, systemQueries.read(), systemApi.read, readSystem(ctx));

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <SettingsView />
    </HydrationBoundary>
  );
}
