import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import { storeChanged } from "@/lib/store-changed";
import type { InboxBinDraft, InboxBinPatch, inboxApi } from "./contract";

type Api = typeof inboxApi;
export type InboxBin = Reply<Api["read"]>;
export type InboxRequestSummary = Reply<Api["requests"]>["requests"][number];
export type InboxRequest = Reply<Api["readRequest"]>;
const all = ["inbox"] as const;

export const inboxQueries = {
  bins: () =>
    queryOptions({
      queryKey: [...all, "bins"],
      queryFn: ({ signal }) => call<Api["list"]>("GET /v1/inbox/bins", { query: {} }, signal),
    }),
  bin: (id: string) =>
    queryOptions({
      queryKey: [...all, "bin", id],
      queryFn: ({ signal }) =>
        call<Api["read"]>("GET /v1/inbox/bins/{id}", { params: { id } }, signal),
    }),
  requests: (id: string) =>
    infiniteQueryOptions({
      queryKey: [...all, "requests", id],
      queryFn: ({ pageParam, signal }) =>
        call<Api["requests"]>(
          "GET /v1/inbox/bins/{id}/requests",
          { params: { id }, query: { cursor: pageParam } },
          signal,
        ),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.nextCursor,
      select: ({ pages }) => pages.flatMap(({ requests }) => requests),
    }),
  request: (id: string, number: number) =>
    queryOptions({
      queryKey: [...all, "request", id, number],
      queryFn: ({ signal }) =>
        call<Api["readRequest"]>(
          "GET /v1/inbox/bins/{id}/requests/{number}",
          { params: { id, number } },
          signal,
        ),
      staleTime: Number.POSITIVE_INFINITY,
    }),
};

type NewBin = { draft: InboxBinDraft; account?: string | undefined };

export function useCreateBin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ draft, account }: NewBin) =>
      call<Api["create"]>("POST /v1/inbox/bins", { query: { account }, body: draft }),
    onSuccess: () => client.invalidateQueries({ queryKey: inboxQueries.bins().queryKey }),
  });
}

/** Updates are sent one by one, so that the last choice is the last answer. */
export function useUpdateBin(id: string) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: `bin ${id}` },
    mutationFn: (body: InboxBinPatch) =>
      call<Api["update"]>("PUT /v1/inbox/bins/{id}", { params: { id }, body }),
    onSuccess: async (bin) => {
      await storeChanged(client, inboxQueries.bin(id), bin);
      return client.invalidateQueries({ queryKey: inboxQueries.bins().queryKey });
    },
  });
}

/** Sets the answers of any bin; its id is part of the variables. */
export function useSetAnswers() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, patch }: { id: string; patch: InboxBinPatch }) =>
      call<Api["update"]>("PUT /v1/inbox/bins/{id}", { params: { id }, body: patch }),
    onSuccess: (bin) => storeChanged(client, inboxQueries.bin(bin.id), bin),
  });
}

export function useRemoveBin(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call<Api["remove"]>("DELETE /v1/inbox/bins/{id}", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: inboxQueries.bins().queryKey }),
  });
}

export function useClearBin(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call<Api["clear"]>("DELETE /v1/inbox/bins/{id}/requests", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: inboxQueries.requests(id).queryKey }),
  });
}
