"use client";

import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";

type List = Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;

/** Row count and the button that loads older rows. */
export function Pager({ shown, list }: { shown: string; list: List }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4">
      <p className="text-faint text-sm">
        {shown} shown{!list.hasNextPage && ", end of list"}
      </p>
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {list.isFetchingNextPage ? "Loading…" : "Load older"}
        </Button>
      )}
    </div>
  );
}
