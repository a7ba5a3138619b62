"use client";

import { type ReactNode, type RefObject, useCallback } from "react";
import { LogEnd } from "./log-end";
import { LogTable } from "./log-table";
import { NewRows } from "./new-rows";
import { NothingFound } from "./nothing-found";
import { SelectionBar } from "./selection-bar";
import type { LogManner } from "./use-log-manner";
import type { LogFeed } from "./use-log-rows";
import type { LogView } from "./use-log-view";
import { useRowActions } from "./use-row-actions";
import type { Selection } from "./use-selection";
import type { LogTop } from "./use-top";

const pageSize = 50;

type Props = {
  log: LogView;
  manner: LogManner;
  feed: LogFeed;
  top: LogTop;
  selection: Selection;
  reveal: RefObject<((index: number) => void) | undefined>;
  own: boolean;
  retentionDays: number;
  empty: ReactNode;
};

/** The rows and what stands around them: what is new, where they end, what is selected. */
export function LogList(props: Props) {
  const { log, manner, feed, top, selection, reveal, own, retentionDays, empty } = props;
  const { shown } = top;
  const actions = useRowActions(manner.follow, selection, shown);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = feed.list;
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [isFetchingNextPage, fetchNextPage]);
  const { showsPage } = feed;
  const onScreen = useCallback(
    (index: number) => showsPage(Math.floor(index / pageSize)),
    [showsPage],
  );
  return (
    <div className="min-w-0">
      <NewRows count={top.above} show={top.showAll} />
      <div className="grid grid-cols-1 gap-3">
        {shown.length > 0 && (
          <>
            <LogTable
              {...{ own, selection, actions, loadMore, onScreen, reveal }}
              rows={shown}
              compact={manner.compact}
              busy={[feed.list.isPlaceholderData, log.pending].includes(true)}
              hasMore={hasNextPage}
              opened={manner.opened}
            />
            <LogEnd list={feed.list} shown={shown.length} view={log.view} {...{ retentionDays }} />
          </>
        )}
        {feed.rows?.length === 0 && (log.filtered ? <NothingFound log={log} /> : empty)}
        <SelectionBar selection={selection} rows={shown} />
      </div>
    </div>
  );
}
