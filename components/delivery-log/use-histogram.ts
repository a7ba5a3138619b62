"use client";

import { useQuery } from "@tanstack/react-query";
import { useFallback } from "@/components/live/use-live-state";
import { useSteady } from "@/components/shell/use-steady";
import { type Amounts, bucketInWords } from "@/components/stats/added";
import { useNow } from "@/components/time/use-now";
import type { DeliveryView } from "@/lib/deliveries/view";
import { formatCount } from "@/lib/format";
import { type Stats, statsQueries } from "@/lib/stats/queries";
import { histogramQuery } from "./histogram-query";

const everyMs = 5000;

/** The figures of what the log shows, by when attempts ended. */
export function useHistogram(view: DeliveryView) {
  const { range, choice } = histogramQuery(view, useNow()) ?? { range: { since: "24h" as const } };
  const refetchInterval = useFallback(everyMs);
  const { data, failure } = useSteady(
    useQuery({ ...statsQueries.read(range, choice), refetchInterval }),
  );
  return { failure, series: data && narrowed(data.series, view), to: data?.to };
}

/** Only the outcomes that the rows have. */
function narrowed(series: Stats["series"], { status }: DeliveryView): Stats["series"] {
  if (status.length === 0) return series;
  return series.map((one) => ({
    at: one.at,
    delivered: status.includes("delivered") ? one.delivered : 0,
    retrying: 0,
    failed: status.includes("failed") ? one.failed : 0,
  }));
}

/** Of the outcomes that the rows have. */
export function outcomesInWords(amounts: Amounts, { status }: DeliveryView): string {
  if (status.length === 0) return bucketInWords(amounts);
  return (["delivered", "failed"] as const)
    .filter((word) => status.includes(word))
    .map((word) => `${formatCount(amounts[word])} ${word}`)
    .join(", ");
}
