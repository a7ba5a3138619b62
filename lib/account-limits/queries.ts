import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import { storeChanged } from "@/lib/store-changed";
import type { AccountLimitsPatch, accountLimitsApi } from "./contract";

type Api = typeof accountLimitsApi;
export type AccountLimits = Reply<Api["read"]>;

export const accountLimitQueries = {
  /** Polls while shown: usage grows without change notifications. */
  one: (id: string) =>
    queryOptions({
      queryKey: ["account-limits", id],
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
    onSuccess: (limits) => storeChanged(client, accountLimitQueries.one(id), limits),
  });
}
