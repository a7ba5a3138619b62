import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { eventsApi } from "./contract";

type Api = typeof eventsApi;

/** Publishes the event of a body, an `EventDraft` as JSON: parsing changes numbers that JavaScript cannot represent. */
export function usePublish() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (bodyText: string) => call<Api["publish"]>("POST /v1/events", { bodyText }),
    onSuccess: () => void invalidateLogs(client),
  });
}

/** `bodyText` is a `TestDraft` as JSON. Default: the sample of the first event of the webhook. */
type Test = { webhookId: string; bodyText?: string };

export function useSendTest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ webhookId, bodyText = "{}" }: Test) =>
      call<Api["test"]>("POST /v1/webhooks/{id}/test", { params: { id: webhookId }, bodyText }),
    onSuccess: () => void invalidateLogs(client),
  });
}

function invalidateLogs(client: QueryClient) {
  return Promise.all([
    client.invalidateQueries({ queryKey: ["events"] }),
    client.invalidateQueries({ queryKey: ["deliveries", "log"] }),
  ]);
}
