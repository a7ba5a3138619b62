"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { paced } from "@/components/live/paced";
import { useIsDisconnected } from "@/components/live/use-live-state";
import {
  countNewer,
  type LogPages,
  restartsWith,
  withoutNewer,
  withPage,
} from "@/lib/deliveries/log-pages";
import { type deliveryQueries, readPage } from "@/lib/deliveries/queries";
import type { DeliveryView } from "@/lib/deliveries/view";
import { afterFailureMs } from "@/lib/query-client";
import { onVisible } from "./on-visible";
import { isReadingDown } from "./screen";

const pace = { gatherMs: 80, restMs: 1000 };

type Key = ReturnType<typeof deliveryQueries.log>["queryKey"];

/**
 * Reads the newest page and the one on the screen again, after changes or on request. `ahead` counts new rows that would
 * restart the log while a person reads further down; it restarts with them at the top. A failed read is repeated, because the
 * next change may be far away.
 */
export function useRefresh(queryKey: Key, live: boolean, onScreen: RefObject<number>) {
  const client = useQueryClient();
  const key = JSON.stringify(queryKey);
  const latest = useRef(queryKey);
  /** Requests a refresh; undefined while updates are paused. */
  const asking = useRef<(() => void) | undefined>(undefined);
  const [failure, setFailure] = useState<Error | null>(null);
  const [ahead, setAhead] = useState(0);
  const isDisconnected = useIsDisconnected();
  useEffect(() => {
    latest.current = queryKey;
  });
  useEffect(() => {
    if (!live) return;
    const known = latest.current;
    const stopping = new AbortController();
    let repeating: ReturnType<typeof setTimeout> | undefined;
    const readNow = (n: number) => readAgain(client, known, key, n, stopping.signal);
    const { ask, stop } = paced(async () => {
      clearTimeout(repeating);
      try {
        setAhead(await readNow(0));
        if (onScreen.current > 0) await readNow(onScreen.current);
        setFailure(null);
      } catch (error) {
        if (stopping.signal.aborted) return;
        setFailure(error as Error);
        const waitMs = afterFailureMs({ state: { error: error as Error } });
        if (waitMs) repeating = setTimeout(() => document.hidden || ask(), waitMs);
      }
    }, pace);
    // Data from the server's render or from an earlier visit may be stale.
    ask();
    asking.current = ask;
    const unheed = onVisible(ask, isDisconnected);
    return () => {
      stop();
      clearTimeout(repeating);
      setAhead(0);
      // A request in flight would still change a paused log.
      stopping.abort();
      asking.current = undefined;
      unheed();
    };
  }, [client, key, live, isDisconnected, onScreen]);

  return { asking, ahead, failure };
}

/** Returns the number of rows read that are left out, so that the log stands still. */
async function readAgain(
  client: QueryClient,
  queryKey: Key,
  key: string,
  n: number,
  signal: AbortSignal,
): Promise<number> {
  const log = client.getQueryData<LogPages>(queryKey);
  if (!log || n >= log.pages.length) return 0;
  const fresh = await readPage(viewIn(key), log.pageParams[n], signal);
  const now = client.getQueryData<LogPages>(queryKey);
  if (!now) return 0;
  const standsStill = n === 0 && isReadingDown() && restartsWith(now, fresh);
  const next = standsStill ? withoutNewer(now, fresh) : withPage(now, n, fresh);
  client.setQueryData<LogPages>(queryKey, next);
  return standsStill ? countNewer(now, fresh) : 0;
}

/** Parses the view from its key and restores its dates. */
function viewIn(key: string): DeliveryView {
  const [, , view] = JSON.parse(key);
  return {
    ...view,
    from: view.from && new Date(view.from),
    to: view.to && new Date(view.to),
  };
}
