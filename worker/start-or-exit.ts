import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { startMetrics } from "./metrics";
import { startRetention } from "./retention";
import { startWorker } from "./start";

/** What is wrong with the settings is said in a sentence, without a stack. */
export function startWorkerOrExit() {
  try {
    const settings = env();
    if (!settings.DATABASE_URL) {
      throw new Error("Set DATABASE_URL: the worker shares the database of the web process.");
    }
    const started = startWorker(settings.DATABASE_URL, settings);
    const retention = startRetention(settings.DATABASE_URL, settings.RETENTION_DAYS);
    const metrics = startMetrics(settings.DATABASE_URL);
    log.info({ concurrency: settings.WORKER_CONCURRENCY }, "worker runs");
    return {
      ...started,
      stop: () => Promise.all([started.stop(), retention.stop(), metrics.stop()]),
    };
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
