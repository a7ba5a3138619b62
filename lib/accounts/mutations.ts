import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { AccountDraft, accountsApi } from "./contract";
import { accountsKey } from "./queries";

type Api = typeof accountsApi;

export function useCreateAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AccountDraft) => call<Api["create"]>("POST /v1/accounts", { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: accountsKey }),
  });
}

export function useRenameAccount(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AccountDraft) =>
      call<Api["rename"]>("PUT /v1/accounts/{id}", { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: accountsKey }),
  });
}
