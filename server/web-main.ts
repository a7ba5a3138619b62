import { database } from "@/lib/http/database";
import { onShutdown } from "@/lib/lifecycle";
import { serveMetrics } from "@/lib/metrics/own-port";
import { waitingOf } from "@/lib/stats/waiting";
import { startWeb } from "./web";

/** The API and the pages by themselves; a worker elsewhere delivers. */
const metrics = serveMetrics(() => waitingOf({ db: database() }, { accountId: null }));
const web = startWeb();
onShutdown(async () => {
  await metrics.stop();
  await web.stop();
});
