import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply, Sent } from "@/lib/protocol/endpoint";
import type { replaysApi } from "./contract";

type Api = typeof replaysApi;
export type Replay = Reply<Api["read"]>;
type Draft = Sent<Api["create"]>["body"];
type ReplayFilter = NonNullable<Draft["filter"]>;
/** Deliveries to replay: all that match a filter, or some by id. */
export type ReplayChoice = { filter: ReplayFilter } | { ids: string[] };
const all = ["replays"] as const;

export const replayQueries = {
  log: () =>
    infiniteQueryOptions({
      queryKey: [...all, "log"],
      queryFn: ({ pageParam, signal }) =>
        call<Api["list"]>("GET /v1/replays", { query: { cursor: pageParam } }, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.nextCursor,
      select: ({ pages }) => pages.flatMap(({ replays }) => replays),
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...all, "one", id],
      queryFn: ({ signal }) =>
        call<Api["read"]>("GET /v1/replays/{id}", { params: { id } }, signal),
    }),
  /**
   * Counts the deliveries of a replay each time a person asks; the replay starts as of that count. Its key is outside
   * the prefix that changes invalidate.
   */
  count: (choice: ReplayChoice) =>
    queryOptions({
      queryKey: ["replay-count", choice],
      queryFn: ({ signal }) =>
        call<Api["create"]>("POST /v1/replays", { body: { ...choice, dryRun: true } }, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
};

/** `onStarted` is called even if the component that started the replay is gone. */
export function useStartReplay(onStarted?: (replay: Replay) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Draft) => call<Api["create"]>("POST /v1/replays", { body }),
    onSuccess: (replay) => {
      client.setQueryData(replayQueries.one(replay.id).queryKey, replay);
      void client.invalidateQueries({ queryKey: replayQueries.log().queryKey });
      onStarted?.(replay);
    },
  });
}

export function useCancelReplay(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call<Api["cancel"]>("POST /v1/replays/{id}/cancel", { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: all }),
  });
}
