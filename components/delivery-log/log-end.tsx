"use client";

import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import type { DeliveryView } from "@/lib/deliveries/view";
import { formatPlural } from "@/lib/format";

type List = Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
type Props = { list: List; shown: number; view: DeliveryView; retentionDays: number };

/** Where the log ends, and why there. */
export function LogEnd({ list, shown, view, retentionDays }: Props) {
  if (list.hasNextPage) {
    return (
      <div className="flex min-h-9 items-center justify-between gap-4">
        <p className="text-faint text-sm">{formatPlural(shown, "delivery", "deliveries")} shown</p>
        <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {list.isFetchingNextPage ? "Loading…" : "Load older"}
        </Button>
      </div>
    );
  }
  return (
    <p className="min-h-9 py-2 text-faint text-sm">
      {formatPlural(shown, "delivery", "deliveries")} shown, that is all.
      {!view.since && !view.from && (
        <>
          {" "}
          What is older than {formatPlural(retentionDays, "day")} is not kept (
          <code className="font-mono text-xs">RETENTION_DAYS</code>).
        </>
      )}
    </p>
  );
}
