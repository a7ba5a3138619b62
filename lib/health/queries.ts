import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { healthApi } from "./contract";

type Api = typeof healthApi;
export type WebhookHealth = Reply<Api["read"]>;
export type HealthCount = Reply<Api["count"]>[number];

export const healthQueries = {
  /** Numbers of webhooks by state, of all webhooks. */
  counts: () =>
    queryOptions({
      queryKey: ["health", "counts"],
      queryFn: ({ signal }) =>
        call<Api["count"]>("GET /v1/webhook-health/counts", { query: {} }, signal),
    }),
  /** Health of the webhooks that `webhookQueries.list` returns. */
  list: () =>
    queryOptions({
      queryKey: ["health", "list"],
      queryFn: ({ signal }) =>
        call<Api["list"]>("GET /v1/webhook-health", { query: { limit: 500 } }, signal),
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: ["health", "one", id],
      queryFn: ({ signal }) =>
        call<Api["read"]>("GET /v1/webhooks/{id}/health", { params: { id } }, signal),
    }),
  /**
   * Health of a webhook for the notice and the facts on its overview. It has its own query key, because they must hydrate
   * with the text that the server rendered; the layout's `one` may be newer by then.
   */
  notice: (id: string) =>
    queryOptions({
      queryKey: ["health", "notice", id],
      queryFn: ({ signal }) =>
        call<Api["read"]>("GET /v1/webhooks/{id}/health", { params: { id } }, signal),
    }),
};
