import { log } from "@/lib/log";
import { service } from "@/lib/root/version";
import { setTelemetry, type Telemetry, telemetry } from "./telemetry";

/** Loads and starts the OpenTelemetry SDK if the standard variables ask for traces over OTLP. */
export async function startTelemetry(): Promise<void> {
  if (asksForTraces(process.env)) setTelemetry(await startSdk());
}

/** Sends the spans that were not sent yet. */
export async function stopTelemetry(): Promise<void> {
  await telemetry()?.stop();
  setTelemetry(undefined);
}

export function asksForTraces(env: Record<string, string | undefined>): boolean {
  if (env.OTEL_SDK_DISABLED === "true" || env.OTEL_TRACES_EXPORTER === "none") return false;
  return [
    env.OTEL_EXPORTER_OTLP_ENDPOINT,
    env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
    env.OTEL_TRACES_EXPORTER,
  ].some(Boolean);
}

/**
 * Starts the OpenTelemetry SDK. It reads endpoint, headers, sampler and limits from the standard variables itself. The
 * packages are imported here and not at the top: a process without telemetry never loads them.
 */
async function startSdk(): Promise<Telemetry> {
  const [api, sdk, resources, OTLPTraceExporter] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace-base"),
    import("@opentelemetry/resources"),
    loadExporter(),
  ]);
  const warn = (reason: string) => log.warn({ reason }, "trace export failed");
  const ignore = () => {};
  api.diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    api.DiagLogLevel.WARN,
  );
  const named = resources.resourceFromAttributes({
    "service.name": "postback",
    "service.version": service.version,
    "service.instance.id": `${process.env.HOSTNAME ?? "localhost"}-${process.pid}`,
  });
  const fromEnvironment = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new sdk.BasicTracerProvider({
    resource: named.merge(fromEnvironment),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
  });
  return {
    api,
    tracer: provider.getTracer("postback", service.version),
    stop: () => provider.shutdown().catch((error: Error) => warn(error.message)),
  };
}

/** Returns the exporter of the protocol that is set; the default of the specification is `http/protobuf`. */
async function loadExporter() {
  const { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL, OTEL_EXPORTER_OTLP_PROTOCOL } = process.env;
  const protocol = OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || OTEL_EXPORTER_OTLP_PROTOCOL;
  const { OTLPTraceExporter } =
    protocol === "http/json"
      ? await import("@opentelemetry/exporter-trace-otlp-http")
      : await import("@opentelemetry/exporter-trace-otlp-proto");
  return OTLPTraceExporter;
}
