import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
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
    queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
    mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < 1 && isPassing(error),
        retryDelay: 500,
      },
    },
  });
}

/** A session that ends in mid-work leads to the sign-in page, and from there back to this very view. */
function leaveWhenSignedOut(error: Error): void {
  if (typeof window === "undefined") return;
  if (!(error instanceof Problem) || error.code !== 40100) return;
  const { pathname, search } = window.location;
  window.location.assign(`/login?next=${encodeURIComponent(pathname + search)}`);
}

function isPassing(error: Error): boolean {
  return error instanceof Problem && error.status >= 500;
}
