"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
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
  const { bucketSeconds, series } = stats ?? {};
  const isAlike = data?.bucketSeconds === bucketSeconds && data?.series.length === series?.length;
  return useMemo(() => (data && isAlike ? figuresOf(data) : undefined), [data, isAlike]);
}

function figuresOf(stats: Stats) {
  const all = deliveryParts.map(({ key }) => key);
  const totals = deliveriesOf(stats).buckets.map((bucket) => sumOf([bucket], ...all));
  return totals.some((total) => total > 0) ? { ...stats.totals, series: totals } : undefined;
}

function periodBefore({ from, to }: Stats): { from: string; to: string } {
  const lengthMs = Date.parse(to) - Date.parse(from);
  return { from: new Date(Date.parse(from) - lengthMs).toISOString(), to: from };
}
