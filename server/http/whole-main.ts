import { collectGarbage } from "@/lib/collect-garbage";
import { onShutdown } from "@/lib/lifecycle";
import { log } from "@/lib/log";
import { startTelemetry, stopTelemetry } from "@/lib/telemetry/start-telemetry";
import { commit, service } from "@/lib/version";
import { startWorkerOrExit } from "@/worker/start-or-exit";
import { startHandOff } from "./hand-off";
import { startWeb } from "./web";

await startTelemetry();
/** Web and worker in one process: new deliveries are handed to the worker directly. */
const worker = startWorkerOrExit();
const handOff = startHandOff(worker);
const web = startWeb(handOff);
onShutdown(async () => {
  // Events accepted until the end are still handed off.
  await web.stop();
  await worker.stop();
  await stopTelemetry();
});
log.info({ concurrency: worker.concurrency, version: service.version, commit }, "worker started");
await collectGarbage();
