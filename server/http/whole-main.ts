import { handOffTo } from "@/lib/http/database";
import { onShutdown } from "@/lib/lifecycle";
import { log } from "@/lib/log";
import { startWorkerOrExit } from "@/worker/start-or-exit";
import { startWeb } from "./web";

/** Web and worker in one process: new deliveries are handed to the worker directly. */
const worker = startWorkerOrExit();
handOffTo(worker.handOff);
const web = startWeb();
onShutdown(async () => {
  // Events accepted until the end are still handed off.
  await web.stop();
  await worker.stop();
});
log.info({ concurrency: worker.concurrency }, "worker started");
