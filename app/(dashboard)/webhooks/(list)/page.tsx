import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch } from "@/app/prefetch";
import { prefetchWebhooks } from "@/app/prefetch-webhooks";
import { PageHeader } from "@/components/page/page-header";
import { NewWebhookLink } from "@/components/webhooks/new-webhook-link";
import { WebhookTable } from "@/components/webhooks/webhook-table";
import { accountsApi } from "@/lib/accounts/contract";
import { listAccounts } from "@/lib/accounts/operations";
import { accountQueries } from "@/lib/accounts/queries";
import { healthApi } from "@/lib/health/contract";
import { listHealth } from "@/lib/health/operations";
import { healthQueries } from "@/lib/health/queries";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";
import { settingsApi } from "@/lib/settings/contract";
import { listLabels } from "@/lib/settings/overview";
import { settingsQueries } from "@/lib/settings/queries";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage() {
  const ctx = await pageContext("webhooks:read");
  const queries = queryClient();
  const health = listHealth(ctx, { limit: 500 }).then(({ items }) => items);
  await Promise.all([
    prefetchWebhooks(queries, ctx),
    prefetch(queries, healthQueries.list(), healthApi.list, health),
    prefetch(queries, settingsQueries.list(), settingsApi.list, listLabels(ctx)),
    prefetch(queries, accountQueries.list(), accountsApi.list, listAccounts(ctx)),
  ]);

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader title="Webhooks" actions={<NewWebhookLink />} />
      <WebhookTable />
    </HydrationBoundary>
  );
}
