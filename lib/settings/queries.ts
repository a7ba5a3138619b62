import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import { storeChanged } from "@/lib/store-changed";
import type { settingsApi, WebhookSettingsPatch } from "./contract";
import { overviewLimit } from "./overview-limit";

type Api = typeof settingsApi;
export type WebhookOverview = Reply<Api["list"]>[number];
export type WebhookSettings = Reply<Api["read"]>;

/** Returns whether a list has all webhooks, so that one that is not in it does not exist. */
export function hasAllWebhooks(list: readonly WebhookOverview[]): boolean {
  return list.length < overviewLimit;
}

export const settingsQueries = {
  /** The newest webhooks: nearly always all of them. */
  list: () =>
    queryOptions({
      queryKey: ["settings", "list"],
      queryFn: ({ signal }) => call<Api["list"]>("GET /v1/webhook-settings", { query: {} }, signal),
    }),
  /** The webhooks that the server has drawn, where it leaves the list to the browser. Never read. */
  shown: () => queryOptions<WebhookOverview[]>({ queryKey: ["settings", "shown"], enabled: false }),
  /** Reads the settings with the values of headers, for editing. Never prefetched. */
  exact: (id: string) =>
    queryOptions({
      queryKey: ["settings", "exact", id],
      queryFn: ({ signal }) =>
        call<Api["read"]>("GET /v1/webhooks/{id}/settings", { params: { id } }, signal),
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: ["settings", "one", id],
      queryFn: ({ signal }) =>
        call<Api["read"]>("GET /v1/webhooks/{id}/settings", { params: { id } }, signal),
    }),
};

export function useUpdateSettings(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: WebhookSettingsPatch) => put(id, patch),
    onSuccess: (settings) => cacheSettings(client, id, settings),
  });
}

/** Saves settings of any webhook; its id is part of the variables. */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, patch }: { id: string; patch: WebhookSettingsPatch }) => put(id, patch),
    onSuccess: (settings, { id }) => cacheSettings(client, id, settings),
  });
}

function put(id: string, body: WebhookSettingsPatch) {
  return call<Api["update"]>("PUT /v1/webhooks/{id}/settings", { params: { id }, body });
}

/** Stores saved settings. The change is confirmed without waiting for what is read again: reads may be slow. */
async function cacheSettings(client: QueryClient, id: string, settings: WebhookSettings) {
  const { queryKey } = settingsQueries.list();
  const { label, paused } = settings;
  client.setQueryData(queryKey, (all) =>
    all?.map((each) => (each.webhookId === id ? { ...each, label, paused } : each)),
  );
  // Pausing and resuming change health and the queue as well.
  for (const key of [queryKey, ["health"], ["webhooks", "list"], ["stats"], ["deliveries"]]) {
    void client.invalidateQueries({ queryKey: key });
  }
  await storeChanged(client, settingsQueries.one(id), settings);
  await storeChanged(client, settingsQueries.exact(id), settings);
}
