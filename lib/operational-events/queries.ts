import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { operationalEventsApi } from "./contract";

type Api = typeof operationalEventsApi;
export type OperationalEvent = Reply<Api["list"]>["operationalEvents"][number];

export const operationalEventQueries = {
  /** Reads the latest changes of a webhook's health. Changes whenever health does, so its key begins as theirs. */
  latest: (webhook: string) =>
    queryOptions({
      queryKey: ["health", "history", webhook],
      queryFn: ({ signal }) =>
        call<Api["list"]>(
          "GET /v1/operational-events",
          { query: { webhook, limit: latestCount } },
          signal,
        ),
    }),
};

/** Number of changes that the page of a webhook shows. */
export const latestCount = 10;
