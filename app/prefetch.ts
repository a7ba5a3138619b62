import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { notFound, unstable_rethrow as rethrowIfNext } from "next/navigation";
import { eventsApi } from "@/lib/events/contract";
import type { readEvent } from "@/lib/events/operations";
import { type EventDetail, eventKey } from "@/lib/events/queries";
import { encodeReply } from "@/lib/http/encode-reply";
import { isAway, withinDbDeadline } from "@/lib/http/page-context";
import { log } from "@/lib/log";
import type { Endpoint, Reply, Result } from "@/lib/protocol/endpoint";
import { Problem } from "@/lib/protocol/problem";

type Key = { queryKey: QueryKey };

/**
 * Fills a query from the operation, without an HTTP request, through the same output contract as the API.
 * A failure is left to the browser, which reads again and reports it; a missing object answers 404 immediately.
 */
export async function prefetch<E extends Endpoint>(
  client: QueryClient,
  { queryKey }: Key,
  endpoint: E,
  result: Promise<Result<E>>,
): Promise<void> {
  await store(client, queryKey, encodeReply(endpoint, result));
}

/** The same for an infinite list. */
export async function prefetchPages<E extends Endpoint>(
  client: QueryClient,
  { queryKey }: Key,
  endpoint: E,
  result: Promise<Result<E>>,
): Promise<void> {
  const toPages = (reply: Reply<E>) => ({ pages: [reply], pageParams: [undefined] });
  await store(client, queryKey, encodeReply(endpoint, result).then(toPages));
}

/** The same for one event. */
export async function prefetchEvent(
  client: QueryClient,
  id: string,
  result: ReturnType<typeof readEvent>,
): Promise<void> {
  const detail = async (): Promise<EventDetail> => {
    const { data: _, ...event } = await encodeReply(eventsApi.read, result);
    return { ...event, dataText: (await result).dataText };
  };
  await store(client, eventKey(id), detail());
}

async function store(client: QueryClient, queryKey: QueryKey, data: Promise<unknown>) {
  await withinDbDeadline(data).then(
    (value) => client.setQueryData(queryKey, value),
    (error: unknown) => leaveToBrowser(error, queryKey),
  );
}

function leaveToBrowser(error: unknown, queryKey: QueryKey): void {
  rethrowIfNext(error);
  if (error instanceof Problem && error.status === 404) notFound();
  // The browser waits for its own turn.
  if (error instanceof Problem && error.status === 429) return;
  if (isAway(error)) log.warn({ err: error, queryKey }, "database unavailable");
  else log.error({ err: error, queryKey }, "page prefetch failed");
}
