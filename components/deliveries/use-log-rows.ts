"use client";

import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { hear } from "@/components/live/connection";
import { paced } from "@/components/live/paced";
import { useLiveState } from "@/components/live/use-live-state";
import { type LogPages, withPage } from "@/lib/deliveries/log-pages";
import { deliveryQueries, readPage } from "@/lib/deliveries/queries";
import type { DeliveryView } from "@/lib/deliveries/view";

const pace = { gatherMs: 80, restMs: 1000 };
const pollMs = 5000;

/**
 * The log's pages, kept up to date while it is `live`: when deliveries change, the newest page is read again and the
 * one that is on the screen, however many are loaded.
 */
export function useLogRows(view: DeliveryView, live: boolean) {
  const client = useQueryClient();
  const options = deliveryQueries.log(view);
  const key = JSON.stringify(options.queryKey);
  const latest = useRef(options);
  const onScreen = useRef(0);
  const [failure, setFailure] = useState<Error | null>(null);
  const asking = useRef<() => void>(undefined);
  const list = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  const connected = useLiveState().state === "live";
  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    if (!live) return;
    const { queryKey } = latest.current;
    const read = async (n: number) => {
      const log = client.getQueryData<LogPages>(queryKey);
      if (!log || n >= log.pages.length) return;
      const fresh = await readPage(viewIn(key), log.pageParams[n]);
      client.setQueryData<LogPages>(queryKey, (now) => now && withPage(now, n, fresh));
    };
    const { ask, stop } = paced(async () => {
      try {
        await read(0);
        if (onScreen.current > 0) await read(onScreen.current);
        setFailure(null);
      } catch (error) {
        setFailure(error as Error);
      }
    }, pace);
    // What was drawn by the server, or left behind by an earlier visit, may be old by now.
    ask();
    asking.current = ask;
    const unhear = hear((changes) => {
      if (document.hidden) return;
      if (!changes || changes.some(({ kind }) => kind === "deliveries")) ask();
    });
    const seen = () => document.hidden || ask();
    document.addEventListener("visibilitychange", seen);
    const polling = connected ? undefined : setInterval(ask, pollMs);
    return () => {
      stop();
      asking.current = undefined;
      unhear();
      document.removeEventListener("visibilitychange", seen);
      clearInterval(polling);
    };
  }, [client, key, live, connected]);

  const showsPage = useCallback((n: number) => {
    onScreen.current = n;
  }, []);
  const { refetch } = list;
  /** Also while nothing is kept up to date. */
  const refresh = () => (asking.current ? asking.current() : void refetch());
  return { list, rows: list.data, showsPage, refresh, failure: list.error ?? failure };
}

/** The view as it stood when its key was written; text has no dates. */
function viewIn(key: string): DeliveryView {
  const [, , view] = JSON.parse(key);
  return {
    ...view,
    from: view.from && new Date(view.from),
    to: view.to && new Date(view.to),
  };
}
