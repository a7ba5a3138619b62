import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { healthApi } from "./contract";

type Api = typeof healthApi;
export type WebhookHealth = Reply<Api["read"]>;

export const healthQueries = {
  list: () =>
    queryOptions({
      queryKey: ["health", "list"],
      queryFn: ({ signal }) => call<Api["list"]>("GET /v1/webhook-health", {}, signal),
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: ["health", "one", id],
      queryFn: ({ signal }) =>
        call<Api["read"]>("GET /v1/webhooks/{id}/health", { params: { id } }, signal),
    }),
  /**
   * Health of a webhook for the notice on its overview. Its data is apart from `one`, which the layout shows: the browser
   * may have read that again before it takes over the notice, whose text would then differ from the rendered one.
   */
  notice: (id: string) =>
    queryOptions({
      queryKey: ["health", "notice", id],
      queryFn: ({ signal }) =>
        call<Api["read"]>("GET /v1/webhooks/{id}/health", { params: { id } }, signal),
    }),
};
