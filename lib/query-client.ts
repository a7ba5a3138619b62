import { QueryClient } from "@tanstack/react-query";
import { Problem } from "@/lib/protocol/problem";

/** Pause before a failed request is repeated. */
export const retryDelayMs = 500;

let browserClient: QueryClient | undefined;

/**
 * Returns the query client: one for each tab, and on the server one for each request, so that requests share no rows.
 */
export function queryClient(): QueryClient {
  if (typeof window === "undefined") return create();
  browserClient ??= create();
  return browserClient;
}

function create(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < 1 && isPassing(error),
        retryDelay: retryDelayMs,
        refetchInterval: afterFailureMs,
      },
    },
  });
}

export type Failable = { state: { error: Error | null } };

/** Returns when to refetch a query whose last request failed. */
export function afterFailureMs({ state: { error } }: Failable): number | false {
  return error !== null && isPassing(error) && 5000;
}

function isPassing(error: Error): boolean {
  return error instanceof Problem && error.status >= 500;
}
