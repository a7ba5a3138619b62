import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { contextFor } from "@/app/context-for";
import { prefetch } from "@/app/prefetch";
import { AlertsView } from "@/components/alerts/alerts-view";
import { Forbidden } from "@/components/page/forbidden";
import { pageHints } from "@/components/page/hints";
import { PageHeader } from "@/components/page/page-header";
import { alertsApi } from "@/lib/alerts/contract";
import { readAlerts } from "@/lib/alerts/operations";
import { alertQueries } from "@/lib/alerts/queries";
import { queryClient } from "@/lib/query-client";

export const metadata: Metadata = { title: "Alerts" };

export default async function AlertsPage() {
  const ctx = await contextFor("admin");
  if (!ctx) return <Forbidden />;
  const queries = queryClient();
  await prefetch(queries, alertQueries.read(), alertsApi.read, readAlerts(ctx));

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader title="Alerts" hint={pageHints.alerts} />
      <AlertsView />
    </HydrationBoundary>
  );
}
