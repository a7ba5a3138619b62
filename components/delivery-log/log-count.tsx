"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useIsHydrating } from "@/components/page/use-is-hydrating";
import { Skeleton } from "@/components/ui/skeleton";
import { type DeliveryCount, deliveryQueries } from "@/lib/deliveries/queries";
import type { DeliveryView } from "@/lib/deliveries/view";
import { formatCount, formatPlural } from "@/lib/format";

type Props = {
  view: DeliveryView;
  /** Total of the chart beside the count. */
  charted?: number;
};

/**
 * Number of the matching deliveries. The server draws none, and another part of the page may have read it before the
 * chart's code is there.
 */
export function LogCount({ view, charted }: Props) {
  const isHydrating = useIsHydrating();
  const { data } = useQuery({ ...deliveryQueries.count(view), placeholderData: keepPreviousData });
  const shown = data && !isHydrating ? countWords(data, charted) : undefined;
  return (
    // The width is reserved, so that the legend beside it stays where it is.
    <p role="status" title={shown?.hint} className="min-w-26 text-soft text-sm tabular-nums">
      {shown?.words ?? <Skeleton className="h-4 w-20" />}
    </p>
  );
}

/**
 * Matches are counted up to a limit; beyond it the total of the chart is shown, which its legend adds up to. Tests are
 * named, because the chart leaves them out.
 */
function countWords({ count, capped, tests }: DeliveryCount, charted: number | undefined) {
  const limit = formatCount(count);
  if (!capped) {
    const words = `${limit} match${count === 1 ? "es" : ""}`;
    return { words: tests === 0 ? words : `${words} (tests: ${tests})` };
  }
  if (charted === undefined)
    return { words: `${limit}+ match`, hint: `Matches are counted up to ${limit}` };
  return {
    words: formatPlural(charted, "delivery", "deliveries"),
    hint: `Total of the chart, without tests; matches are counted up to ${limit}`,
  };
}
