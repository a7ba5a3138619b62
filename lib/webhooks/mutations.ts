import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import { storeChanged } from "@/lib/store-changed";
import type { WebhookDraft, WebhookPatch, webhooksApi } from "./contract";
import { removalKey } from "./is-being-removed";
import { webhookQueries } from "./queries";

type Api = typeof webhooksApi;
type NewWebhook = { draft: WebhookDraft; account: string | undefined; key?: string };

export function useCreateWebhook() {
  const client = useQueryClient();
  return useMutation({
    /** The idempotency key makes a repeated request create one webhook. */
    mutationFn: ({ draft, account, key }: NewWebhook) =>
      call<Api["create"]>("POST /v1/webhooks", { query: { account }, body: draft }, undefined, key),
    onSuccess: () => client.invalidateQueries({ queryKey: ["webhooks"] }),
  });
}

export function useUpdateWebhook(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: WebhookPatch) =>
      call<Api["update"]>("PUT /v1/webhooks/{id}", { params: { id }, body: patch }),
    onSuccess: async (webhook) => {
      void client.invalidateQueries({ queryKey: webhookQueries.list().queryKey });
      await storeChanged(client, webhookQueries.one(id), webhook);
      await storeChanged(client, webhookQueries.exact(id), webhook);
    },
  });
}

/** How long a page knows that it removed a webhook: long enough to show another one. */
const knownMs = 3_000;

export function useRemoveWebhook(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: removalKey(id),
    gcTime: knownMs,
    mutationFn: () => call<Api["remove"]>("DELETE /v1/webhooks/{id}", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: webhookQueries.list().queryKey }),
  });
}
