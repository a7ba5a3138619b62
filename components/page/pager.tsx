"use client";

import { Button } from "@/components/ui/button";

type List = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown };

type Props = {
  shown: string;
  list: List;
  /** Name of the button that loads the next page. */
  more?: string;
};

/** Row count and the button that loads the next rows. */
export function Pager({ shown, list, more = "Load older" }: Props) {
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-faint text-sm">
        {shown} shown{!list.hasNextPage && ", end of list"}
      </p>
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {list.isFetchingNextPage ? "Loading…" : more}
        </Button>
      )}
    </div>
  );
}
