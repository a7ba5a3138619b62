import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { contextForOperator } from "@/app/context-for";
import { prefetch } from "@/app/prefetch";
import { Refused } from "@/app/refused";
import { addressReader, type SearchParams } from "@/components/address/field";
import { alertAddress } from "@/components/alerts/alert-address";
import { AlertsView } from "@/components/alerts/alerts-view";
import { pageHints } from "@/components/page/hints";
import { PageHeader } from "@/components/page/page-header";
import { alertsApi } from "@/lib/alerts/contract";
import { readAlert, readAlerts } from "@/lib/alerts/operations";
import { alertQueries } from "@/lib/alerts/queries";
import { queryClient } from "@/lib/query-client";

type Props = { searchParams: Promise<SearchParams> };

export const metadata: Metadata = { title: "Alerts" };

const addressOf = addressReader(alertAddress);

export default async function AlertsPage({ searchParams }: Props) {
  const ctx = await contextForOperator("admin");
  if (!ctx) return <Refused operatorsOnly />;
  const { alert } = addressOf(await searchParams);
  const queries = queryClient();
  await prefetch(queries, alertQueries.read(), alertsApi.read, readAlerts(ctx));
  if (alert)
    await prefetch(queries, alertQueries.one(alert), alertsApi.readOne, readAlert(ctx, alert));

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader title="Alerts" hint={pageHints.alerts} />
      <AlertsView />
    </HydrationBoundary>
  );
}
