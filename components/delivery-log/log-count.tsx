"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useIsHydrating } from "@/components/page/use-is-hydrating";
import { Skeleton } from "@/components/ui/skeleton";
import { useAnnouncement } from "@/components/ui/use-announcement";
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
  const counted = useQuery({ ...deliveryQueries.count(view), placeholderData: keepPreviousData });
  const { data } = counted;
  const shown = data && !isHydrating ? countWords(data, charted) : undefined;
  // Not each later count: it changes every second while events arrive.
  const announced = useAnnouncement(unlessOfBefore(counted, shown?.words), JSON.stringify(view));
  return (
    // The width is reserved, so that the legend beside it stays where it is.
    <div title={shown?.hint} className="min-w-26 text-soft text-sm tabular-nums">
      <p>{shown?.words ?? <Skeleton className="h-4 w-20" />}</p>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </div>
  );
}

/** While the count of a view is read, the one of the view before is shown. */
function unlessOfBefore({ isPlaceholderData }: { isPlaceholderData: boolean }, words?: string) {
  return isPlaceholderData ? undefined : words;
}

/**
 * Matches are counted up to a limit; beyond it the total of the chart is shown, which its legend adds up to. Tests are
 * named, because the chart leaves them out.
 */
function countWords({ count, capped, tests }: DeliveryCount, charted: number | undefined) {
  const limit = formatCount(count);
  if (!capped) {
    const words = formatPlural(count, "match", "matches");
    return { words: tests === 0 ? words : `${words} (tests: ${tests})` };
  }
  if (charted === undefined)
    return { words: `${limit}+ matches`, hint: `Matches are counted up to ${limit}` };
  return {
    words: formatPlural(charted, "delivery", "deliveries"),
    hint: `Total of the chart, without tests; matches are counted up to ${limit}`,
  };
}
