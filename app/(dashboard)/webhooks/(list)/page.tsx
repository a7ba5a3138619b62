import { dehydrate, HydrationBoundary, type QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch } from "@/app/prefetch";
import { prefetchWebhooks } from "@/app/prefetch-webhooks";
import { addressReader, type SearchParams } from "@/components/address/field";
import { PageHeader } from "@/components/page/page-header";
import { accountAddress } from "@/components/scope/account-address";
import { NewWebhookLink } from "@/components/webhooks/new-webhook-link";
import { searchOf, webhookAddress } from "@/components/webhooks/webhook-address";
import { WebhookTable } from "@/components/webhooks/webhook-table";
import { accountsApi } from "@/lib/accounts/contract";
import { listAccounts } from "@/lib/accounts/operations";
import { accountQueries } from "@/lib/accounts/queries";
import type { Context } from "@/lib/context";
import { healthApi } from "@/lib/health/contract";
import { listHealth } from "@/lib/health/operations";
import { healthQueries } from "@/lib/health/queries";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";
import { settingsApi } from "@/lib/settings/contract";
import { listLabels } from "@/lib/settings/overview";
import { settingsQueries } from "@/lib/settings/queries";
import { webhookSearchApi } from "@/lib/webhook-search/contract";
import { searchWebhooks } from "@/lib/webhook-search/operations";
import { webhookSearchQueries } from "@/lib/webhook-search/queries";
import { isCut, webhookQueries } from "@/lib/webhooks/queries";
import { withMaskedUrl } from "@/lib/webhooks/with-masked-url";

export const metadata: Metadata = { title: "Webhooks" };

const addressOf = addressReader({ ...webhookAddress, ...accountAddress });

type Props = { searchParams: Promise<SearchParams> };
type Search = ReturnType<typeof searchOf>;

export default async function WebhooksPage({ searchParams }: Props) {
  const ctx = await pageContext("webhooks:read");
  const { account, ...view } = addressOf(await searchParams);
  const queries = queryClient();
  await Promise.all([
    prefetchWebhooks(queries, ctx),
    prefetch(queries, accountQueries.list(), accountsApi.list, listAccounts(ctx)),
  ]);
  const { queryKey } = webhookQueries.list();
  const isMany = isCut(queries.getQueryData(queryKey));
  if (isMany) {
    // The page shows what is found.
    queries.removeQueries({ queryKey, exact: true });
    await prefetchFound(queries, ctx, searchOf(view, account));
  } else {
    await prefetchDetails(queries, ctx);
  }

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader title="Webhooks" actions={<NewWebhookLink />} />
      <WebhookTable isMany={isMany} />
    </HydrationBoundary>
  );
}

/** What the list shows where the server searches, with masked URLs. A search that the API refuses is left to the browser. */
async function prefetchFound(queries: QueryClient, ctx: Context, search: Search): Promise<void> {
  const { data: query } = webhookSearchApi.find.query.safeParse(search);
  if (!query) return;
  const found = searchWebhooks(ctx, query).then(({ total, webhooks }) => ({
    total,
    webhooks: webhooks.map((one) => ({ ...one, webhook: withMaskedUrl(one.webhook) })),
  }));
  await prefetch(queries, webhookSearchQueries.found(search), webhookSearchApi.find, found);
}

/** Health and settings of all webhooks. */
function prefetchDetails(queries: QueryClient, ctx: Context) {
  const health = listHealth(ctx, { limit: 500 }).then(({ items }) => items);
  return Promise.all([
    prefetch(queries, healthQueries.list(), healthApi.list, health),
    prefetch(queries, settingsQueries.list(), settingsApi.list, listLabels(ctx)),
  ]);
}
