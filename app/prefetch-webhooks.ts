import type { QueryClient } from "@tanstack/react-query";
import type { Context } from "@/lib/context";
import { webhooksApi } from "@/lib/webhooks/contract";
import { listWebhooks } from "@/lib/webhooks/operations";
import { webhookQueries } from "@/lib/webhooks/queries";
import { withMaskedUrl } from "@/lib/webhooks/with-masked-url";
import { prefetch } from "./prefetch";

/** Prefetches the webhooks of all accounts, with masked URLs. */
export function prefetchWebhooks(queries: QueryClient, ctx: Context): Promise<void> {
  return prefetch(queries, webhookQueries.list(), webhooksApi.list, newest(ctx, 500));
}

/** Prefetches the newest webhook of all accounts. */
export function prefetchNewestWebhook(queries: QueryClient, ctx: Context): Promise<void> {
  return prefetch(queries, webhookQueries.newest(), webhooksApi.list, newest(ctx, 1));
}

async function newest(ctx: Context, limit: number) {
  const { items } = await listWebhooks(ctx, { limit });
  return items.map(withMaskedUrl);
}
