import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { deliveriesApi } from "./contract";
import { type DeliveryView, queryOf } from "./view";

type Api = typeof deliveriesApi;
export type Delivery = Reply<Api["list"]>["deliveries"][number];
export type DeliveryDetail = Reply<Api["read"]>;
export type DeliveryCount = Reply<Api["count"]>;
export type Attempt = DeliveryDetail["attemptLog"][number];
export type AttemptDetail = Reply<Api["readAttempt"]>;
const all = ["deliveries"] as const;

export const deliveryQueries = {
  log: (view: DeliveryView) =>
    infiniteQueryOptions({
      queryKey: [...all, "log", view],
      queryFn: ({ pageParam, signal }) => readPage(view, pageParam, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.nextCursor,
      select: ({ pages }) => pages.flatMap(({ deliveries }) => deliveries),
      // Reading all pages at each change would be too much; the log refreshes page by page itself.
      meta: { hearsItself: true },
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
    }),
  /** Counts matching deliveries, up to a limit. */
  count: (view: DeliveryView) =>
    queryOptions({
      queryKey: [...all, "count", view],
      queryFn: ({ signal }) =>
        call<Api["count"]>(
          "GET /v1/deliveries/count",
          { query: queryOf(view, Date.now()) },
          signal,
        ),
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...all, "one", id],
      queryFn: ({ signal }) =>
        call<Api["read"]>("GET /v1/deliveries/{id}", { params: { id } }, signal),
    }),
  /** Finds the latest deliveries by id: their own, their event's, their webhook's or their video's. */
  found: (q: string) =>
    queryOptions({
      queryKey: [...all, "found", q],
      queryFn: ({ signal }) =>
        call<Api["list"]>("GET /v1/deliveries", { query: { q, limit: 5 } }, signal),
    }),
  /** Reads the latest successful deliveries, of all or of some webhooks. */
  delivered: (webhooks?: string[]) =>
    queryOptions({
      queryKey: [...all, "delivered", ...(webhooks ?? [])],
      queryFn: ({ signal }) =>
        call<Api["list"]>(
          "GET /v1/deliveries",
          { query: { status: "delivered", limit: 1, webhook: webhooks?.join() } },
          signal,
        ),
    }),
  /** Reads the latest delivery that a webhook's receiver did not accept. */
  undelivered: (webhook: string) =>
    queryOptions({
      queryKey: [...all, "undelivered", webhook],
      queryFn: ({ signal }) =>
        call<Api["list"]>(
          "GET /v1/deliveries",
          { query: { status: "retrying,failed", limit: 1, webhook } },
          signal,
        ),
    }),
  /** An attempt never changes, so it is read once. */
  attempt: (id: string, number: number) =>
    queryOptions({
      queryKey: [...all, "attempt", id, number],
      queryFn: ({ signal }) =>
        call<Api["readAttempt"]>(
          "GET /v1/deliveries/{id}/attempts/{number}",
          { params: { id, number } },
          signal,
        ),
      staleTime: Number.POSITIVE_INFINITY,
    }),
};

/** Reads one page of the log. */
export function readPage(view: DeliveryView, cursor?: string, signal?: AbortSignal) {
  const query = { ...queryOf(view, Date.now()), cursor };
  return call<Api["list"]>("GET /v1/deliveries", { query }, signal);
}

/** Resends a delivery by its id. */
export function useResend() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call<Api["resend"]>("POST /v1/deliveries/{id}/resend", { params: { id } }),
    // Shows the response at once; the refetch may be a moment behind.
    onSuccess: (delivery, id) =>
      client.setQueryData(
        deliveryQueries.one(id).queryKey,
        (old) => old && { ...old, ...delivery },
      ),
    onSettled: (_data, _error, id) => void readAgain(client, id),
  });
}

export function useStopRetrying(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call<Api["cancel"]>("POST /v1/deliveries/{id}/cancel", { params: { id } }),
    // Reads the delivery again after success and failure.
    onSettled: () => readAgain(client, id),
  });
}

function readAgain(client: QueryClient, id: string) {
  return Promise.all([
    client.invalidateQueries({ queryKey: deliveryQueries.one(id).queryKey }),
    client.invalidateQueries({ queryKey: [...all, "count"] }),
  ]);
}
