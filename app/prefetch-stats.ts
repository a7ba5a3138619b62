import type { QueryClient } from "@tanstack/react-query";
import type { Context } from "@/lib/context";
import { StatsQuery, statsApi } from "@/lib/stats/contract";
import { readStats } from "@/lib/stats/operations";
import { type StatsChoice, type StatsView, statsQueries } from "@/lib/stats/queries";
import { prefetch } from "./prefetch";

/** Prefetches statistics of a time range. */
export function prefetchStats(
  queries: QueryClient,
  ctx: Context,
  range: StatsView | { from: string },
  choice: StatsChoice,
): Promise<void> {
  const query = StatsQuery.parse({ ...range, ...choice });
  return prefetch(queries, statsQueries.read(range, choice), statsApi.read, readStats(ctx, query));
}
