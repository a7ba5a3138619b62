import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { notFound, unstable_rethrow as rethrowIfNext } from "next/navigation";
import { encodeReply } from "@/lib/http/encode-reply";
import { isAway, withinDbDeadline } from "@/lib/http/page-context";
import { log } from "@/lib/log";
import type { Endpoint, Result } from "@/lib/protocol/endpoint";
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
  await withinDbDeadline(encodeReply(endpoint, result)).then(
    (reply) => client.setQueryData(queryKey, reply),
    (error: unknown) => leaveToBrowser(error, queryKey),
  );
}

/** The same for an infinite list. */
export async function prefetchPages<E extends Endpoint>(
  client: QueryClient,
  { queryKey }: Key,
  endpoint: E,
  result: Promise<Result<E>>,
): Promise<void> {
  await withinDbDeadline(encodeReply(endpoint, result)).then(
    (reply) => client.setQueryData(queryKey, { pages: [reply], pageParams: [undefined] }),
    (error: unknown) => leaveToBrowser(error, queryKey),
  );
}

function leaveToBrowser(error: unknown, queryKey: QueryKey): void {
  rethrowIfNext(error);
  if (error instanceof Problem && error.status === 404) notFound();
  if (isAway(error)) log.warn({ err: error, queryKey }, "database unavailable");
  else log.error({ err: error, queryKey }, "page prefetch failed");
}
