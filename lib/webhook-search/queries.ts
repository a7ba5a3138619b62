import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Sent } from "@/lib/protocol/endpoint";
import { webhookQueries } from "@/lib/webhooks/queries";
import type { webhookSearchApi } from "./contract";

type Api = typeof webhookSearchApi;
type Search = Sent<Api["find"]>["query"];

export const webhookSearchQueries = {
  /** Read again when lists of webhooks are. Deliveries change the health of what is found too often to search each time. */
  found: (query: Search) =>
    queryOptions({
      queryKey: [...webhookQueries.list().queryKey, "search", query],
      queryFn: ({ signal }) => call<Api["find"]>("GET /v1/webhook-search", { query }, signal),
      placeholderData: keepPreviousData,
    }),
};
