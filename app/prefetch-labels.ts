import type { QueryClient } from "@tanstack/react-query";
import type { Context } from "@/lib/context";
import { settingsApi } from "@/lib/settings/contract";
import { listLabels, overviewsOf } from "@/lib/settings/overview";
import { settingsQueries } from "@/lib/settings/queries";
import { isCut, webhookQueries } from "@/lib/webhooks/queries";
import { prefetch } from "./prefetch";
import { prefetchWebhooks } from "./prefetch-webhooks";

/**
 * Prefetches webhooks and their labels. Where there are more webhooks than a list has, only the labels that the page shows: those of
 * thousands would be most of its document. The browser then reads them after the first paint.
 *
 * @param shown ids of webhooks on the page, and whether the page names webhooks by the list, as `useWebhookNames` does
 */
export async function prefetchLabels(
  queries: QueryClient,
  ctx: Context,
  shown: () => Promise<{ ids: string[]; needsList: boolean }>,
): Promise<void> {
  await prefetchWebhooks(queries, ctx);
  const { queryKey } = webhookQueries.list();
  if (!isCut(queries.getQueryData(queryKey))) {
    return prefetch(queries, settingsQueries.list(), settingsApi.list, listLabels(ctx));
  }
  const { ids, needsList } = await shown();
  if (!needsList) queries.removeQueries({ queryKey, exact: true });
  const labels = overviewsOf(ctx, [...new Set(ids)]);
  await prefetch(queries, settingsQueries.shown(), settingsApi.list, labels);
}
