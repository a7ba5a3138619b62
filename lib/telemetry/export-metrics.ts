import { log } from "@/lib/log";
import { currentMetrics, type InstallationFacts } from "@/lib/metrics/scrape";
import { service } from "@/lib/version";
import { asksFor, isSentAsJson, loadOpenTelemetry } from "./otlp";
import { toOtlp } from "./to-otlp";

/** Sends the metrics of `/metrics` over OTLP at intervals, and when it stops, if the standard variables ask for it. */
export function exportMetrics(readFacts: () => Promise<InstallationFacts>) {
  if (!asksFor("METRICS", process.env)) return { stop: async () => {} };
  const provider = startSdk(readFacts).catch((error) => {
    log.error({ err: error }, "metrics export failed");
  });
  return { stop: async () => (await provider)?.shutdown() };
}

/** Starts the SDK for metrics. It reads endpoint and headers from the standard variables itself. */
async function startSdk(readFacts: () => Promise<InstallationFacts>) {
  const [{ resource }, sdk, { OTLPMetricExporter }] = await Promise.all([
    loadOpenTelemetry(),
    import("@opentelemetry/sdk-metrics"),
    isSentAsJson("METRICS")
      ? import("@opentelemetry/exporter-metrics-otlp-http")
      : import("@opentelemetry/exporter-metrics-otlp-proto"),
  ]);
  const { OTEL_METRIC_EXPORT_INTERVAL, OTEL_METRIC_EXPORT_TIMEOUT } = process.env;
  const exportIntervalMillis = Number(OTEL_METRIC_EXPORT_INTERVAL) || 60_000;
  const timeoutMs = Number(OTEL_METRIC_EXPORT_TIMEOUT) || 30_000;
  const scope = { name: "postback", version: service.version };
  const reader = new sdk.PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis,
    exportTimeoutMillis: Math.min(timeoutMs, exportIntervalMillis),
    metricProducers: [
      {
        async collect() {
          const registry = await currentMetrics(readFacts);
          const metrics = toOtlp(await registry.getMetricsAsJSON(), sdk);
          return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics }] }, errors: [] };
        },
      },
    ],
  });
  return new sdk.MeterProvider({ resource, readers: [reader] });
}
