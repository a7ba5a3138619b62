import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { AccountDraft, accountsApi } from "./contract";

type Api = typeof accountsApi;
export type Account = Reply<Api["read"]>;
const all = ["accounts"] as const;

export const accountQueries = {
  list: () =>
    queryOptions({
      queryKey: all,
      queryFn: ({ signal }) => call<Api["list"]>("GET /v1/accounts", { query: {} }, signal),
      staleTime: 60_000,
    }),
};

export function useCreateAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AccountDraft) => call<Api["create"]>("POST /v1/accounts", { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
  });
}

export function useRenameAccount(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AccountDraft) =>
      call<Api["rename"]>("PUT /v1/accounts/{id}", { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
  });
}
