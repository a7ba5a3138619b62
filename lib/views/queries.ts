import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { SavedViewDraft, viewsApi } from "./contract";

type Api = typeof viewsApi;
export type SavedView = Reply<Api["save"]>;

export const viewQueries = {
  list: () =>
    queryOptions({
      queryKey: ["views"],
      queryFn: ({ signal }) => call<Api["list"]>("GET /v1/views", {}, signal),
    }),
};

export function useSaveView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SavedViewDraft) => call<Api["save"]>("POST /v1/views", { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: viewQueries.list().queryKey }),
  });
}

export function useRemoveView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call<Api["remove"]>("DELETE /v1/views/{id}", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: viewQueries.list().queryKey }),
  });
}
