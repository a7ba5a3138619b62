import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { WebhookDraft, WebhookPatch, webhooksApi } from "./contract";

type Api = typeof webhooksApi;
export type Webhook = Reply<Api["read"]>;
const all = ["webhooks"] as const;

/** Most webhooks in one answer of `GET /v1/webhooks`. */
const listLimit = 500;

/** Returns whether a list may lack webhooks, the older ones. Then the server searches them (`webhookSearchQueries`). */
export function isCut(list: readonly Webhook[] | undefined): boolean {
  return list !== undefined && list.length >= listLimit;
}

export const webhookQueries = {
  /** Lists webhooks of one account, or of all that the caller may see. */
  list: (account?: string) =>
    queryOptions({
      queryKey: [...all, "list", ...(account ? [account] : [])],
      queryFn: ({ signal }) =>
        call<Api["list"]>("GET /v1/webhooks", { query: { account } }, signal),
    }),
  /** Reads a webhook for display. Its URL may be masked. */
  one: (id: string) =>
    queryOptions({
      queryKey: [...all, "one", id],
      queryFn: ({ signal }) =>
        call<Api["read"]>("GET /v1/webhooks/{id}", { params: { id } }, signal),
    }),
  /** Reads a webhook for editing, with its full URL. Never prefetched. */
  exact: (id: string) =>
    queryOptions({
      queryKey: [...all, "exact", id],
      queryFn: ({ signal }) =>
        call<Api["read"]>("GET /v1/webhooks/{id}", { params: { id } }, signal),
    }),
};

type NewWebhook = { draft: WebhookDraft; account: string | undefined; key?: string };

export function useCreateWebhook() {
  const client = useQueryClient();
  return useMutation({
    /** The idempotency key makes a repeated request create one webhook. */
    mutationFn: ({ draft, account, key }: NewWebhook) =>
      call<Api["create"]>("POST /v1/webhooks", { query: { account }, body: draft }, undefined, key),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
  });
}

export function useUpdateWebhook(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: WebhookPatch) =>
      call<Api["update"]>("PUT /v1/webhooks/{id}", { params: { id }, body: patch }),
    onSuccess: (webhook) => {
      client.setQueryData(webhookQueries.one(id).queryKey, webhook);
      client.setQueryData(webhookQueries.exact(id).queryKey, webhook);
      return client.invalidateQueries({ queryKey: webhookQueries.list().queryKey });
    },
  });
}

export function useRemoveWebhook(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call<Api["remove"]>("DELETE /v1/webhooks/{id}", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: webhookQueries.list().queryKey }),
  });
}
