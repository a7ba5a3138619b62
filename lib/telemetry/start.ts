import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import { service } from "@/lib/root/version";
import { json } from "./encode-json";
import { protobuf } from "./encode-protobuf";
import { asksFor, isSentAsJson, loadOpenTelemetry } from "./otlp";
import { samplerOf } from "./sampler";
import type { Attributes } from "./span";
import { setTelemetry, type Telemetry, telemetry } from "./telemetry";

/** Loads and starts the export of spans if the standard variables ask for traces over OTLP. */
export async function startTelemetry(): Promise<void> {
  if (asksFor("TRACES", process.env)) setTelemetry(await startSdk());
}

/** Sends the spans that were not sent yet. */
export async function stopTelemetry(): Promise<void> {
  await telemetry()?.stop();
  setTelemetry(undefined);
}

/**
 * Starts what the SDK has to send spans in batches over OTLP. It reads endpoint, headers, certificates, compression and limits
 * from the standard variables itself. Its tracer and its spans are not used, because they take several times the CPU.
 */
async function startSdk(): Promise<Telemetry> {
  const [{ warn, resource }, sdk, exporters, http, transformer] = await Promise.all([
    loadOpenTelemetry(),
    import("@opentelemetry/sdk-trace-base"),
    import("@opentelemetry/otlp-exporter-base"),
    import("@opentelemetry/otlp-exporter-base/node-http"),
    import("@opentelemetry/otlp-transformer"),
  ]);
  const isJson = isSentAsJson("TRACES");
  const encoding = isJson ? json : protobuf;
  const source = {
    resource: resource.attributes as Attributes,
    scope: { name: "postback", version: service.version },
  };
  const { deserializeResponse } = isJson
    ? transformer.JsonTraceSerializer
    : transformer.ProtobufTraceSerializer;

  const delegate = http.createOtlpHttpExportDelegate(
    http.convertLegacyHttpOptions({}, "TRACES", "v1/traces", {
      "Content-Type": encoding.contentType,
    }),
    {
      serializeRequest: (spans: (ReadableSpan & Encoded)[]) =>
        encoding.encodeRequest(
          spans.map(({ bytes }) => bytes),
          source,
        ),
      deserializeResponse,
    },
    "otlp_http_span_exporter",
    transformer.TraceExporterMetricsHelper,
    undefined,
  );
  const spanContext = () => sampled;
  /** Returns an encoded span in the form that the SDK's batches take. */
  const batched = (bytes: Uint8Array) =>
    ({ bytes, resource, spanContext }) as unknown as ReadableSpan & Encoded;
  const processor = new sdk.BatchSpanProcessor(new exporters.OTLPExporterBase(delegate));
  return {
    isSampled: samplerOf(process.env),
    record: (span) => processor.onEnd(batched(encoding.encodeSpan(span))),
    stop: () => processor.shutdown().catch((error: Error) => warn(error.message)),
  };
}

type Encoded = { bytes: Uint8Array };

/** Context of every recorded span: the SDK reads only that it is sampled. */
const sampled = { traceId: "", spanId: "", traceFlags: 1 };
