import { collectGarbage } from "@/lib/collect-garbage";
import { onShutdown } from "@/lib/lifecycle";
import { log } from "@/lib/log";
import { startTelemetry, stopTelemetry } from "@/lib/telemetry/start-telemetry";
import { commit, service } from "@/lib/version";
import { startWorkerOrExit } from "@/worker/start-or-exit";
import { startHandOff } from "./hand-off";
import { startWeb } from "./web";

/** Runs web and worker in one process: new deliveries are handed to the worker directly. */
await startTelemetry();
const worker = startWorkerOrExit();
const handOff = startHandOff(worker);
const web = startWeb(handOff);
onShutdown(async () => {
  // First: a request that the worker starts while the web part ends could take longer than the supervisor waits.
  worker.drain();
  // What was handed to the worker until then is given back by `worker.stop`.
  await web.stop();
  await worker.stop();
  await stopTelemetry();
});
log.info({ concurrency: worker.concurrency, version: service.version, commit }, "worker started");
await collectGarbage();
