import type { NewEvent } from "@/lib/queue/new-event";
import type { EventQueue, IsAborted } from "@/lib/queue/queue";
import { spanKinds } from "./span";
import { internalSpan, positionBelow, type Telemetry, telemetry } from "./telemetry";
import { formatTraceparent, parseTraceparent, type TraceContext } from "./traceparent";
import { parseTracestate } from "./tracestate";

/**
 * Wraps the event queue for one request: records the spans `publish` and `store`, and stores with each event the position in
 * the trace from which its deliveries continue. Without telemetry the queue is returned as it is.
 */
export function tracedEventQueue(eventQueue: EventQueue, request: Request): EventQueue {
  const running = telemetry();
  if (!running) return eventQueue;
  return traced(eventQueue, running, { startTime: Date.now(), headers: request.headers });
}

type Publishing = { startTime: number; headers: Headers };

function traced<Q extends EventQueue>(
  eventQueue: Q,
  running: Telemetry,
  publishing: Publishing,
): Q {
  const { startTime, headers } = publishing;

  function enqueue(newEvents: NewEvent[], isAborted?: IsAborted) {
    const parent = parseTraceparent(headers.get("traceparent"));
    const position = positionBelow(running, parent);
    // A publisher's trace that is not sampled here still goes on to the receiver.
    const passedOn = position ?? parent;
    if (!passedOn) return eventQueue.enqueue(newEvents, isAborted);
    const tracestate = parent && parseTracestate(headers.get("tracestate"));
    const trace = { traceparent: formatTraceparent(passedOn), ...(tracestate && { tracestate }) };
    const put = () =>
      eventQueue.enqueue(
        newEvents.map((one) => ({ ...one, ...trace })),
        isAborted,
      );
    if (!position) return put();
    const messageCount = newEvents.length;
    return recordPublish(running, put, { startTime, position, parent, tracestate, messageCount });
  }
  return {
    ...eventQueue,
    enqueue,
    withTransaction: (transaction) =>
      traced(eventQueue.withTransaction(transaction), running, publishing),
  };
}

type Publish = {
  startTime: number;
  position: TraceContext;
  parent: TraceContext | null;
  tracestate: string | null;
  messageCount: number;
};

/** Stores events, and records the spans `publish` and `store` when they are stored or have failed. */
async function recordPublish(
  { record }: Telemetry,
  put: () => ReturnType<EventQueue["enqueue"]>,
  { startTime, position, parent, tracestate, messageCount }: Publish,
) {
  const storeStartTime = Date.now();
  const end = (ids: string[], error: string | null) => {
    const endTime = Date.now();
    const local = { parent: position, isParentRemote: false, tracestate };
    record(internalSpan("store", local, storeStartTime, endTime));
    record({
      name: "publish",
      kind: spanKinds.server,
      position,
      parent,
      isParentRemote: true,
      tracestate,
      startTime,
      endTime,
      attributes: { "messaging.batch.message_count": messageCount, "postback.event.ids": ids },
      error,
    });
  };
  try {
    const stored = await put();
    end(
      stored.slice(0, idLimit).map(({ id }) => id),
      null,
    );
    return stored;
  } catch (error) {
    end([], (error as Error).message);
    throw error;
  }
}

/** Ids of events in the attributes of a span; a batch has up to 1,000. */
const idLimit = 20;
