import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { sessionsApi } from "./contract";

type Api = typeof sessionsApi;
export type OpenSession = Reply<Api["list"]>["sessions"][number];
const all = ["sessions"] as const;

export const openSessionQueries = {
  of: (user: string) =>
    queryOptions({
      queryKey: [...all, user],
      queryFn: ({ signal }) => call<Api["list"]>("GET /v1/sessions", { query: { user } }, signal),
    }),
};

export function useRevokeSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call<Api["revoke"]>("DELETE /v1/sessions/{id}", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
  });
}
