import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { notFound, unstable_rethrow as rethrowIfNext } from "next/navigation";
import { serve } from "@/lib/http/serve";
import { log } from "@/lib/log";
import type { Endpoint, Result } from "@/lib/protocol/endpoint";
import { Problem } from "@/lib/protocol/problem";

type Key = { queryKey: QueryKey };

/**
 * Fills the browser's key with the server's function: no HTTP request to ourselves, and the same door out.
 * What fails is left to the browser, which asks again and shows why; what is not there is a 404 at once.
 */
export async function prefetch<E extends Endpoint>(
  client: QueryClient,
  { queryKey }: Key,
  endpoint: E,
  result: Promise<Result<E>>,
): Promise<void> {
  await serve(endpoint, result).then(
    (reply) => client.setQueryData(queryKey, reply),
    (error: unknown) => leaveToBrowser(error, queryKey),
  );
}

/** The same for a list that is read page by page. */
export async function prefetchPages<E extends Endpoint>(
  client: QueryClient,
  { queryKey }: Key,
  endpoint: E,
  result: Promise<Result<E>>,
): Promise<void> {
  await serve(endpoint, result).then(
    (reply) => client.setQueryData(queryKey, { pages: [reply], pageParams: [undefined] }),
    (error: unknown) => leaveToBrowser(error, queryKey),
  );
}

function leaveToBrowser(error: unknown, queryKey: QueryKey): void {
  rethrowIfNext(error);
  if (error instanceof Problem && error.status === 404) notFound();
  log.error({ err: error, queryKey }, "A page's rows could not be read");
}
