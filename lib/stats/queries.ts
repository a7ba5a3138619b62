import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { statsApi } from "./contract";
import type { StatsSpan } from "./slots";

type Api = typeof statsApi;
export type Stats = Reply<Api["read"]>;
export type Incident = Stats["incidents"][number];

/** A time span up to now, or a start and an end. */
export type StatsView = { since: StatsSpan } | { from: string; to: string };
/** Filters of the statistics, lists as in a query; and what to leave out. */
export type StatsChoice = {
  account?: string;
  webhook?: string;
  event?: string;
  cause?: string;
  omit?: "durations";
};

export const statsQueries = {
  read: (view: StatsView | { from: string }, choice: StatsChoice = {}) =>
    queryOptions({
      queryKey: ["stats", view, choice],
      queryFn: ({ signal }) =>
        call<Api["read"]>("GET /v1/stats", { query: { ...view, ...choice } }, signal),
      placeholderData: keepPreviousData,
    }),
  /** Figures of a range that is over. Changes of deliveries do not refresh them. */
  past: (range: { from: string; to: string }, choice: StatsChoice = {}) =>
    queryOptions({
      queryKey: ["past-stats", range, choice],
      queryFn: ({ signal }) =>
        call<Api["read"]>("GET /v1/stats", { query: { ...range, ...choice } }, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),
};
