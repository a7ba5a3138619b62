import type { QueryClient } from "@tanstack/react-query";
import type { Context } from "@/lib/context";
import { webhooksApi } from "@/lib/webhooks/contract";
import { listWebhooks } from "@/lib/webhooks/operations";
import { webhookQueries } from "@/lib/webhooks/queries";
import { withMaskedUrl } from "@/lib/webhooks/with-masked-url";
import { prefetch } from "./prefetch";

/** Prefetches the webhooks of all accounts, with masked URLs. */
export function prefetchWebhooks(queries: QueryClient, ctx: Context): Promise<void> {
  const webhooks = listWebhooks(ctx, { limit: 500 }).then(({ items }) => items.map(withMaskedUrl));
  return prefetch(queries, webhookQueries.list(), webhooksApi.list, webhooks);
}
