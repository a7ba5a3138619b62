import { serveMetrics } from "@/lib/metrics/own-port";
import type { InstallationFacts } from "@/lib/metrics/scrape";
import { exportMetrics } from "./export-metrics";

/** Offers the metrics of this process in each way that is asked for: on a port of their own, and over OTLP. */
export function startMetrics(readFacts: () => Promise<InstallationFacts>) {
  const ways = [serveMetrics(readFacts), exportMetrics(readFacts)];
  return {
    async stop(): Promise<void> {
      await Promise.all(ways.map((way) => way.stop()));
    },
  };
}
