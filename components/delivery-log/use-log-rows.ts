"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useStableQuery } from "@/components/page/use-stable-query";
import { isBelow } from "@/lib/deliveries/log-pages";
import { type Delivery, deliveryQueries } from "@/lib/deliveries/queries";
import type { DeliveryView } from "@/lib/deliveries/view";
import { isReadingDown, onScreenMove } from "./screen";
import { useRefresh } from "./use-refresh";

const pageSize = 50;
const none: Delivery[] = [];

/**
 * The log's pages, kept up to date while `live`: when deliveries change, the newest page is read again and the one on
 * the screen, however many are loaded. `rows` leaves out what came while a person reads further down.
 */
export function useLogRows(view: DeliveryView, viewKey: string, live: boolean) {
  const options = deliveryQueries.log(view);
  const list = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  const { data, failure } = useStableQuery(list);
  const pageOnScreen = useRef(0);
  const refreshing = useRefresh(options.queryKey, live, pageOnScreen);
  const { asking, ahead } = refreshing;
  const top = useHeldBackRows(data ?? none, viewKey, refreshing);

  const { isFetchingNextPage, fetchNextPage } = list;
  const loadMore = useCallback(() => {
    if (isFetchingNextPage) return;
    // React Query adds the page to those that were loaded when it asked, without what a refresh has changed since.
    void fetchNextPage().then(() => asking.current?.());
  }, [isFetchingNextPage, fetchNextPage, asking]);
  const onScreen = useCallback((index: number) => {
    pageOnScreen.current = Math.floor(index / pageSize);
  }, []);
  /** Also while nothing is kept up to date. */
  const refresh = () => (asking.current ?? list.refetch)();
  // A paused log has no refresh that could end the failure of the last one.
  const error = live ? refreshing.failure : null;
  const stale = error && { error, retry: refresh, busy: list.isFetching };
  return {
    ...top,
    /** More rows may wait above than are counted. */
    hasMoreAbove: ahead > 0,
    list,
    /** Undefined before the first page. */
    count: data?.length,
    loadMore,
    onScreen,
    refresh,
    failure: failure ?? stale,
  };
}

type Refreshing = Pick<ReturnType<typeof useRefresh>, "asking" | "ahead">;

/** At the top, new rows appear at once. Further down the log stands still, and new rows wait above it. */
function useHeldBackRows(all: Delivery[], viewKey: string, { asking, ahead }: Refreshing) {
  const [mark, setMark] = useState<Delivery>();
  const [seen, setSeen] = useState(viewKey);
  // In another view another row was on top.
  if (seen !== viewKey) {
    setSeen(viewKey);
    setMark(undefined);
  }
  const [first] = all;
  useEffect(() => {
    const look = () => {
      if (isReadingDown()) setMark((known) => known ?? first);
      else {
        setMark(undefined);
        if (ahead > 0) asking.current?.();
      }
    };
    look();
    return onScreenMove(look);
  }, [first, ahead, asking]);

  const rows = mark ? all.filter((row) => row.id === mark.id || isBelow(row, mark)) : all;
  const showAll = () => {
    setMark(undefined);
    window.scrollTo({ top: 0 });
  };
  return { rows, above: all.length - rows.length + ahead, showAll };
}
