"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { useSteady } from "@/components/shell/use-steady";
import { deliveryQueries } from "@/lib/deliveries/queries";
import type { DeliveryView } from "@/lib/deliveries/view";
import { useReading } from "./use-reading";

/**
 * The log's pages, kept up to date while it is `live`: when deliveries change, the newest page is read again and the
 * one that is on the screen, however many are loaded.
 */
export function useLogRows(view: DeliveryView, live: boolean) {
  const options = deliveryQueries.log(view);
  const list = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  const onScreen = useRef(0);
  const { data: rows, failure } = useSteady(list);
  const reading = useReading(options.queryKey, live, onScreen);
  const showsPage = useCallback((n: number) => {
    onScreen.current = n;
  }, []);
  /** Also while nothing is kept up to date. */
  const refresh = () => reading.ask() || void list.refetch();
  const stale = reading.failure && {
    error: reading.failure,
    retry: refresh,
    busy: list.isFetching,
  };
  return { list, rows, showsPage, refresh, failure: failure ?? stale };
}

export type LogFeed = ReturnType<typeof useLogRows>;
