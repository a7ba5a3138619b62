import type * as Api from "@opentelemetry/api";
import { parseTraceparent, type TraceContext } from "./traceparent";

/** The OpenTelemetry SDK while it runs. */
export type Telemetry = { api: typeof Api; tracer: Api.Tracer; stop(): Promise<void> };

let running: Telemetry | undefined;

/** Returns the running SDK; undefined unless the standard variables ask for traces. */
export function telemetry(): Telemetry | undefined {
  return running;
}

export function setTelemetry(started: Telemetry | undefined): void {
  running = started;
}

/** Headers of a position in a trace, as received and stored. */
type TraceHeaders = { traceparent?: string | null; tracestate?: string | null };

/** Returns the context that makes a span a child of the one that `traceparent` names. */
export function contextOf(
  { api }: Telemetry,
  { traceparent, tracestate }: TraceHeaders,
): Api.Context {
  const parent = parseTraceparent(traceparent);
  if (!parent) return api.ROOT_CONTEXT;
  const { flags: traceFlags, ...ids } = parent;
  return api.trace.setSpanContext(api.ROOT_CONTEXT, {
    ...{ ...ids, traceFlags, isRemote: true },
    ...(tracestate && { traceState: api.createTraceState(tracestate) }),
  });
}

export function positionOf(span: Api.Span): TraceContext {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceId, spanId, flags: traceFlags };
}
