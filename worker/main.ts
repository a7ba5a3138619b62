import { env } from "@/lib/env";
import { onShutdown } from "@/lib/lifecycle";
import { log } from "@/lib/log";
import { startWorker } from "./start";

const settings = env();
if (!settings.DATABASE_URL) {
  throw new Error("Set DATABASE_URL: the worker shares the database of the web process.");
}
const worker = startWorker(settings.DATABASE_URL, settings);
log.info({ concurrency: settings.WORKER_CONCURRENCY }, "worker runs");

onShutdown(async () => {
  log.info("worker stops; requests under way are finished");
  await worker.stop();
});
