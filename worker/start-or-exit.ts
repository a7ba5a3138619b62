import { connectDatabase } from "@/db/client";
import { databaseUrls } from "@/lib/database-urls";
import { env } from "@/lib/env";
import { installationFacts } from "@/lib/stats/installation";
import { startMetrics } from "@/lib/telemetry/start-metrics";
import { startRetention } from "@/worker/jobs/retention";
import { startWorker } from "./start-worker";

/** Starts the worker, or prints the error of the settings without a stack and exits. */
export function startWorkerOrExit() {
  try {
    const settings = env();
    if (!settings.DATABASE_URL) {
      throw new Error("Set DATABASE_URL: the worker shares the database of the web process.");
    }
    const { pooled, direct } = databaseUrls(settings);
    const started = startWorker(direct, settings, pooled);
    const retention = startRetention(direct, settings.RETENTION_DAYS);
    const metrics = startWorkerMetrics(pooled);
    return {
      ...started,
      concurrency: settings.WORKER_CONCURRENCY,
      async stop(): Promise<void> {
        await Promise.all([started.stop(), retention.stop()]);
        // Last, so that the last attempts are counted.
        await metrics.stop();
      },
    };
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/** Offers the metrics of this worker, through a connection of its own. */
function startWorkerMetrics(url: string) {
  const db = connectDatabase(url, 1);
  const metrics = startMetrics(() => installationFacts(db));
  return {
    stop: async () => {
      await metrics.stop();
      await db.$client.end({ timeout: 1 });
    },
  };
}
