import { randomFillSync } from "node:crypto";
import type { Sampler } from "./sampler";
import { type Span, spanKinds } from "./span";
import type { TraceContext } from "./traceparent";

/** The export of spans while it runs. */
export type Telemetry = {
  isSampled: Sampler;
  record(span: Span): void;
  stop(): Promise<void>;
};

let running: Telemetry | undefined;

/** Returns the running export; undefined unless the standard variables ask for traces. */
export function telemetry(): Telemetry | undefined {
  return running;
}

export function setTelemetry(started: Telemetry | undefined): void {
  running = started;
}

/** Returns the position of a new span below `parent`, or of a new trace. Null if it is not sampled. */
export function positionBelow(
  { isSampled }: Telemetry,
  parent: TraceContext | null,
): TraceContext | null {
  const traceId = parent?.traceId ?? randomHex(16);
  if (!isSampled(traceId, parent)) return null;
  return { traceId, spanId: randomHex(8), flags: 1 };
}

/** Returns a span below a recorded one, without attributes. */
export function internalSpan(
  name: string,
  { parent, isParentRemote, tracestate }: Below,
  startTime: number,
  endTime: number,
): Span {
  return {
    name,
    kind: spanKinds.internal,
    position: { traceId: parent.traceId, spanId: randomHex(8), flags: 1 },
    parent,
    isParentRemote,
    tracestate,
    startTime,
    endTime,
    attributes: null,
    error: null,
  };
}

type Below = Pick<Span, "isParentRemote" | "tracestate"> & { parent: TraceContext };

/** Random bytes in stock, because each call for new ones takes longer than everything else about an event that is not sampled. */
const stock = Buffer.alloc(4096);
let used = stock.length;

function randomHex(bytes: number): string {
  if (used + bytes > stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  used += bytes;
  return stock.toString("hex", used - bytes, used);
}
