import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { webhooksApi } from "./contract";

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
  /** Lists the newest webhook only, to know whether there is any. */
  newest: () =>
    queryOptions({
      queryKey: [...all, "list", "newest"],
      queryFn: ({ signal }) =>
        call<Api["list"]>("GET /v1/webhooks", { query: { limit: 1 } }, signal),
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
