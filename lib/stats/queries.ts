import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { statsApi } from "./contract";
import type { StatsSpan } from "./slots";

type Api = typeof statsApi;
export type Stats = Reply<Api["read"]>;
export type Incident = Stats["incidents"][number];

/** A span that ends now, or two ends. */
export type StatsView = { since: StatsSpan } | { from: string; to: string };
/** What is counted; lists as a query writes them. */
export type StatsChoice = { webhook?: string; event?: string; cause?: string };

export const statsQueries = {
  read: (view: StatsView | { from: string }, choice: StatsChoice = {}) =>
    queryOptions({
      queryKey: ["stats", view, choice],
      queryFn: ({ signal }) =>
        call<Api["read"]>("GET /v1/stats", { query: { ...view, ...choice } }, signal),
      placeholderData: keepPreviousData,
    }),
};
