import type { QueryClient } from "@tanstack/react-query";
import { histogramQuery } from "@/components/delivery-log/histogram-query";
import type { Context } from "@/lib/context";
import { DeliveryFilter, deliveriesApi } from "@/lib/deliveries/contract";
import { listDeliveries } from "@/lib/deliveries/operations";
import { deliveryQueries } from "@/lib/deliveries/queries";
import { type DeliveryView, queryOf } from "@/lib/deliveries/view";
import { env } from "@/lib/env";
import { StatsQuery, statsApi } from "@/lib/stats/contract";
import { readStats } from "@/lib/stats/operations";
import { statsQueries } from "@/lib/stats/queries";
import { prefetch, prefetchPages } from "./prefetch";

/** Prefetches the first page of a log and its chart. */
export async function prefetchLog(
  queries: QueryClient,
  ctx: Context,
  view: DeliveryView,
): Promise<void> {
  const now = Date.now();
  await Promise.all([
    prefetchPages(
      queries,
      deliveryQueries.log(view),
      deliveriesApi.list,
      listDeliveries(ctx, DeliveryFilter.parse(queryOf(view, now))),
    ),
    prefetchChart(queries, ctx, histogramQuery(view, env().RETENTION_DAYS, now)),
  ]);
}

async function prefetchChart(
  queries: QueryClient,
  ctx: Context,
  asked: ReturnType<typeof histogramQuery>,
): Promise<void> {
  if (!asked) return;
  const { range, choice } = asked;
  const query = StatsQuery.parse({ ...range, ...choice });
  await prefetch(queries, statsQueries.read(range, choice), statsApi.read, readStats(ctx, query));
}
