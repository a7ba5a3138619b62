import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { settingsApi, WebhookSettingsPatch } from "./contract";

type Api = typeof settingsApi;
export type WebhookSettings = Reply<Api["read"]>;

export const settingsQueries = {
  one: (id: string) =>
    queryOptions({
      queryKey: ["settings", id],
      queryFn: ({ signal }) =>
        call<Api["read"]>("GET /v1/webhooks/{id}/settings", { params: { id } }, signal),
    }),
};

export function useUpdateSettings(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: WebhookSettingsPatch) =>
      call<Api["update"]>("PUT /v1/webhooks/{id}/settings", { params: { id }, body: patch }),
    onSuccess: (settings) => {
      client.setQueryData(settingsQueries.one(id).queryKey, settings);
      // Pausing and resuming move health and the queue with them.
      return Promise.all([
        client.invalidateQueries({ queryKey: ["health"] }),
        client.invalidateQueries({ queryKey: ["deliveries"] }),
      ]);
    },
  });
}
