import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { eventsApi } from "./contract";
import { type EventLogView, queryOf } from "./view";

type Api = typeof eventsApi;
export type EventActivity = Reply<Api["activity"]>["eventTypes"][number];
/** The latest event, in a list of at most one. */
export type LatestEvent = Reply<Api["list"]>;
export type EventSummary = Reply<Api["list"]>["events"][number];
/** An event with its `data` as the text that was published: parsing changes numbers that JavaScript cannot represent. */
export type EventDetail = Omit<Reply<Api["read"]>, "data"> & { dataText: string };
export type EventType = Reply<Api["types"]>["eventTypes"][number];
const all = ["events"] as const;
/** Key of `eventQuery`, which not every page loads. */
export const eventKey = (id: string) => [...all, "one", id] as const;

export const eventQueries = {
  log: (view: EventLogView) =>
    infiniteQueryOptions({
      queryKey: [...all, "log", view],
      queryFn: ({ pageParam, signal }) =>
        call<Api["list"]>(
          "GET /v1/events",
          { query: { ...queryOf(view, Date.now()), cursor: pageParam } },
          signal,
        ),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.nextCursor,
      select: ({ pages }) => pages.flatMap(({ events }) => events),
    }),
  /** Finds events by id: their own, or that of their video or avatar. */
  found: (q: string) =>
    queryOptions({
      queryKey: [...all, "found", q],
      queryFn: ({ signal }) =>
        call<Api["list"]>("GET /v1/events", { query: { q, limit: 5 } }, signal),
    }),
  /** Reads the latest event since `since`, ISO 8601, of one account or of all. Tests do not count. */
  latest: (account: string | undefined, since: string) =>
    queryOptions({
      queryKey: [...all, "latest", account, since],
      queryFn: ({ signal }) =>
        call<Api["list"]>("GET /v1/events", { query: { account, since, limit: 1 } }, signal),
    }),
  /** Reads the activity of one account, or of all. */
  activity: (account: string | null) =>
    queryOptions({
      queryKey: [...all, "activity", account],
      queryFn: ({ signal }) =>
        call<Api["activity"]>(
          "GET /v1/event-types/activity",
          { query: account ? { account } : {} },
          signal,
        ),
    }),
  types: () =>
    queryOptions({
      queryKey: ["event-types"],
      queryFn: ({ signal }) => call<Api["types"]>("GET /v1/event-types", {}, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),
};
