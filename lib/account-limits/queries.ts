import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { AccountLimitsPatch, accountLimitsApi } from "./contract";

type Api = typeof accountLimitsApi;
export type AccountLimits = Reply<Api["read"]>;

const keyOf = (id: string) => ["account-limits", id] as const;

export const accountLimitQueries = {
  /** Polls while shown: usage grows without change notifications. */
  one: (id: string) =>
    queryOptions({
      queryKey: keyOf(id),
      queryFn: ({ signal }) =>
        call<Api["read"]>("GET /v1/accounts/{id}/limits", { params: { id } }, signal),
      refetchInterval: 5000,
    }),
};

export function useUpdateAccountLimits(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AccountLimitsPatch) =>
      call<Api["update"]>("PUT /v1/accounts/{id}/limits", { params: { id }, body }),
    onSuccess: async (limits) => {
      await client.cancelQueries({ queryKey: keyOf(id) });
      client.setQueryData(keyOf(id), limits);
    },
  });
}
