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
      },
    },
  });
}

function isPassing(error: Error): boolean {
  return error instanceof Problem && error.status >= 500;
}
