import { collectGarbage } from "@/lib/collect-garbage";
import { database } from "@/lib/http/database";
import { onShutdown } from "@/lib/lifecycle";
import { installationFacts } from "@/lib/stats/installation";
import { startMetrics } from "@/lib/telemetry/start-metrics";
import { startTelemetry, stopTelemetry } from "@/lib/telemetry/start-telemetry";
import { startHandOff } from "./hand-off";
import { startWeb } from "./web";

/** Runs the API and the pages without a worker: another process delivers. */
await startTelemetry();
const metrics = startMetrics(() => installationFacts(database()));
const handOff = startHandOff();
const web = startWeb(handOff);
onShutdown(async () => {
  await metrics.stop();
  await web.stop();
  await stopTelemetry();
});
await collectGarbage();
