import { service } from "@/lib/version";
import { asksFor, isSentAsJson, loadOpenTelemetry } from "./otlp";
import { setTelemetry, type Telemetry, telemetry } from "./telemetry";

/** Loads and starts the OpenTelemetry SDK if the standard variables ask for traces over OTLP. */
export async function startTelemetry(): Promise<void> {
  if (asksFor("TRACES", process.env)) setTelemetry(await startSdk());
}

/** Sends the spans that were not sent yet. */
export async function stopTelemetry(): Promise<void> {
  await telemetry()?.stop();
  setTelemetry(undefined);
}

/** Starts the SDK for traces. It reads endpoint, headers, sampler and limits from the standard variables itself. */
async function startSdk(): Promise<Telemetry> {
  const [{ api, warn, resource }, sdk, { OTLPTraceExporter }] = await Promise.all([
    loadOpenTelemetry(),
    import("@opentelemetry/sdk-trace-base"),
    isSentAsJson("TRACES")
      ? import("@opentelemetry/exporter-trace-otlp-http")
      : import("@opentelemetry/exporter-trace-otlp-proto"),
  ]);
  const provider = new sdk.BasicTracerProvider({
    resource,
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
  });
  return {
    api,
    tracer: provider.getTracer("postback", service.version),
    stop: () => provider.shutdown().catch((error: Error) => warn(error.message)),
  };
}
