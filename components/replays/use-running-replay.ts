"use client";

import { useQuery } from "@tanstack/react-query";
import { useStableQuery } from "@/components/page/use-stable-query";
import { replayQueries } from "@/lib/replays/queries";

const everyMs = 700;

/** Reads a replay again and again until it has ended. */
export function useRunningReplay(id: string) {
  return useStableQuery(
    useQuery({
      ...replayQueries.one(id),
      refetchInterval: ({ state: { data } }) => data && !data.finishedAt && everyMs,
    }),
  );
}
