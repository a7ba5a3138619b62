import { collectGarbage } from "@/lib/collect-garbage";
import { onShutdown } from "@/lib/lifecycle";
import { log } from "@/lib/log";
import { startTelemetry, stopTelemetry } from "@/lib/telemetry/start-telemetry";
import { commit, service } from "@/lib/version";
import { startWorkerOrExit } from "./start-or-exit";

await startTelemetry();
const worker = startWorkerOrExit();
onShutdown(async () => {
  log.info("worker stopping; finishing requests in flight");
  await worker.stop();
  await stopTelemetry();
});
// Logged last: from here on the process can be asked to stop.
log.info({ concurrency: worker.concurrency, version: service.version, commit }, "worker started");
await collectGarbage();
