import { log } from "@/lib/log";
import { service } from "@/lib/version";

type Signal = "TRACES" | "METRICS";
type Variables = Record<string, string | undefined>;

/**
 * Returns whether the standard variables ask for a signal over OTLP. The common endpoint asks for traces only: metrics are
 * usually scraped, and a collector without a pipeline for them would answer with an error every minute.
 */
export function asksFor(signal: Signal, env: Variables): boolean {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === "true") return false;
  const exporters = env[`OTEL_${signal}_EXPORTER`];
  if (exporters) return exporters.split(",").some((name) => name.trim() === "otlp");
  const endpoint = signal === "TRACES" ? env.OTEL_EXPORTER_OTLP_ENDPOINT : undefined;
  return Boolean(env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`] || endpoint);
}

const protocols = ["http/protobuf", "http/json"];
const commonProtocol = "OTEL_EXPORTER_OTLP_PROTOCOL";

/**
 * Refuses a protocol that is not spoken, such as grpc, for a signal that is asked for. The SDK would send another one to an
 * endpoint that does not understand it.
 * @throws Error in one sentence
 */
export function assertSpokenProtocols(env: Variables): void {
  for (const signal of ["TRACES", "METRICS"] as const) {
    const { name, value } = protocolOf(signal, env);
    if (!asksFor(signal, env) || !value || protocols.includes(value)) continue;
    throw new Error(
      `Invalid environment. ${name}: choose from ${protocols.join(", ")}, which collectors accept on port 4318.`,
    );
  }
}

/** Returns whether a signal is sent as JSON. The default of the specification is protobuf. */
export function isSentAsJson(signal: Signal): boolean {
  return protocolOf(signal, process.env).value === "http/json";
}

/** Returns the variable that sets the protocol of a signal, and its value. */
function protocolOf(signal: Signal, env: Variables) {
  const own = `OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`;
  const name = env[own] ? own : commonProtocol;
  return { name, value: env[name] };
}

/**
 * Loads the parts of the OpenTelemetry SDK that all signals share, and logs its warnings. The packages are imported here and not
 * at the top: a process without telemetry never loads them.
 */
export async function loadOpenTelemetry() {
  const [api, resources] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/resources"),
  ]);
  const warn = (reason: string) => log.warn({ reason }, "telemetry export failed");
  const ignore = () => {};
  api.diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const named = resources.resourceFromAttributes({
    "service.name": "postback",
    "service.version": service.version,
    "service.instance.id": `${process.env.HOSTNAME ?? "localhost"}-${process.pid}`,
  });
  const fromEnvironment = resources.detectResources({ detectors: [resources.envDetector] });
  return { api, warn, resource: named.merge(fromEnvironment) };
}
