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
   * The same for a page below the one that shows `one`. A page hydrates later than its layout, whose query may have
   * newer data by then than the page was rendered with.
   */
  below: (id: string) =>
    queryOptions({
      queryKey: ["health", "below", id],
      queryFn: ({ signal }) =>
        call<Api["read"]>("GET /v1/webhooks/{id}/health", { params: { id } }, signal),
    }),
};
