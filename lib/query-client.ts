import { QueryClient } from "@tanstack/react-query";
import { Problem } from "@/lib/protocol/problem";

let browserClient: QueryClient | undefined;

/** One client per tab; on the server one per request, so that nobody sees another's rows. */
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
        retryDelay: 500,
        refetchInterval: afterFailureMs,
      },
    },
  });
}

export type Failable = { state: { error: Error | null } };

/** What failed for now is looked at again before long, wherever it is on the screen. */
export function afterFailureMs({ state: { error } }: Failable): number | false {
  return error !== null && isPassing(error) && 5000;
}

function isPassing(error: Error): boolean {
  return error instanceof Problem && error.status >= 500;
}
