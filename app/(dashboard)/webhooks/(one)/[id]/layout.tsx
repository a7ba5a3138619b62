import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { prefetch } from "@/app/prefetch";
import { prefetchAccount } from "@/app/prefetch-account";
import { uuidOf } from "@/app/uuid-of";
import { WebhookFrame } from "@/components/webhooks/webhook-frame";
import { healthApi } from "@/lib/health/contract";
import { readHealth } from "@/lib/health/operations";
import { healthQueries } from "@/lib/health/queries";
import { pageContext } from "@/lib/http/page-context";
import { queryClient } from "@/lib/query-client";
import { settingsApi } from "@/lib/settings/contract";
import { readSettings } from "@/lib/settings/operations";
import { settingsQueries } from "@/lib/settings/queries";
import { webhooksApi } from "@/lib/webhooks/contract";
import { readWebhook } from "@/lib/webhooks/operations";
import { webhookQueries } from "@/lib/webhooks/queries";
import { withMaskedUrl } from "@/lib/webhooks/with-masked-url";

type Props = { params: Promise<{ id: string }>; children: ReactNode };

export default async function WebhookLayout({ params, children }: Props) {
  const ctx = await pageContext("webhooks:read");
  const id = await uuidOf(params);
  // Reads the settings as a viewer, so that secrets are never part of a page.
  const reader: typeof ctx = { ...ctx, scopes: ["webhooks:read"] };
  const queries = queryClient();
  const settings = readSettings(reader, id);
  await Promise.all([
    prefetch(
      queries,
      webhookQueries.one(id),
      webhooksApi.read,
      readWebhook(ctx, id).then(withMaskedUrl),
    ),
    prefetch(queries, settingsQueries.one(id), settingsApi.read, settings),
    prefetch(queries, healthQueries.one(id), healthApi.read, readHealth(ctx, id)),
    settings.then(({ accountId }) => prefetchAccount(queries, ctx, accountId)).catch(() => {}),
  ]);

  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <WebhookFrame id={id}>{children}</WebhookFrame>
    </HydrationBoundary>
  );
}
