import type { QueryClient } from "@tanstack/react-query";
import { hasHistogram } from "@/components/delivery-log/has-histogram";
import { histogramQuery } from "@/components/delivery-log/histogram-query";
import type { Context } from "@/lib/context";
import { DeliveryFilter, deliveriesApi } from "@/lib/deliveries/contract";
import { listDeliveries } from "@/lib/deliveries/operations";
import { deliveryQueries } from "@/lib/deliveries/queries";
import { type DeliveryView, queryOf } from "@/lib/deliveries/view";
import { env } from "@/lib/env";
import { prefetchPages } from "./prefetch";
import { prefetchStats } from "./prefetch-stats";

/** Prefetches the first page of a log and its chart. */
export async function prefetchLog(
  queries: QueryClient,
  ctx: Context,
  view: DeliveryView,
): Promise<void> {
  const now = Date.now();
  const chart = hasHistogram(view) && histogramQuery(view, env().RETENTION_DAYS, now);
  await Promise.all([
    prefetchPages(
      queries,
      deliveryQueries.log(view),
      deliveriesApi.list,
      listDeliveries(ctx, DeliveryFilter.parse(queryOf(view, now))),
    ),
    chart && prefetchStats(queries, ctx, chart.range, chart.choice),
  ]);
}
