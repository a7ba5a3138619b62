import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { UserPatch, usersApi } from "./contract";

type Api = typeof usersApi;
export type User = Reply<Api["read"]>;
const all = ["users"] as const;

export const userQueries = {
  list: () =>
    queryOptions({
      queryKey: all,
      queryFn: ({ signal }) => call<Api["list"]>("GET /v1/users", {}, signal),
    }),
};

export function useUpdateUser(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: UserPatch) =>
      call<Api["update"]>("PUT /v1/users/{id}", { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
  });
}

export function useRemoveUser(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call<Api["remove"]>("DELETE /v1/users/{id}", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
  });
}
