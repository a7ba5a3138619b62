"use client";

import { useQuery } from "@tanstack/react-query";
import { type Stats, type StatsChoice, statsQueries } from "@/lib/stats/queries";
import { deliveriesOf, deliveryParts, sumOf } from "./outcomes";

const unfinishedMs = 60_000;

/**
 * Returns the figures of the period of the same length before, or undefined without traffic in it, or when they are kept
 * in coarser slots. They change only while deliveries of that time have not ended.
 */
export function usePeriodBefore(stats: Stats | undefined, choice: StatsChoice = {}) {
  const range = stats && periodBefore(stats);
  const { data } = useQuery({
    ...statsQueries.past(range ?? { from: "", to: "" }, choice),
    enabled: range !== undefined,
    refetchInterval: ({ state }) => (state.data?.totals.pending ? unfinishedMs : false),
  });
  if (!stats || !data) return undefined;
  const isAlike =
    data.bucketSeconds === stats.bucketSeconds && data.series.length === stats.series.length;
  const all = deliveryParts.map(({ key }) => key);
  const totals = deliveriesOf(data).buckets.map((bucket) => sumOf([bucket], ...all));
  if (!isAlike || totals.every((total) => total === 0)) return undefined;
  return { ...data.totals, series: totals };
}

function periodBefore({ from, to }: Stats): { from: string; to: string } {
  const lengthMs = Date.parse(to) - Date.parse(from);
  return { from: new Date(Date.parse(from) - lengthMs).toISOString(), to: from };
}
