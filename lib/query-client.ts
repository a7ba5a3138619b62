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
        retry: (failures, error) => failures < 1 && statusOf(error) >= 500,
        retryDelay: retryDelayMs,
        refetchInterval: afterFailureMs,
      },
    },
  });
}

export type Failable = { state: { error: Error | null } };

/**
 * Returns after how many milliseconds a failed read is repeated, or false for never. A refusal with 429 passes soon: all tabs of a
 * person read again after an update. Without a repetition, pages would show old data until the next change.
 */
export function afterFailureMs({ state: { error } }: Failable): number | false {
  const status = statusOf(error);
  return (status >= 500 || status === 429) && 5000;
}

function statusOf(error: Error | null): number {
  return error instanceof Problem ? error.status : 0;
}
