import { connectDatabase } from "@/db/client";
import { serveMetrics } from "@/lib/metrics/own-port";
import { waitingOf } from "@/lib/stats/waiting";

/** Serves `/metrics` of a worker that runs without a web process. */
export function startMetrics(url: string) {
  const db = connectDatabase(url, 1);
  const server = serveMetrics(() => waitingOf({ db }, { accountId: null }));
  return {
    stop: async () => {
      await server.stop();
      await db.$client.end({ timeout: 1 });
    },
  };
}
