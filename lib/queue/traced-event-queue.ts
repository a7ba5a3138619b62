import { contextOf, positionOf, type Telemetry, telemetry } from "@/lib/telemetry/telemetry";
import { formatTraceparent, parseTraceparent } from "@/lib/telemetry/traceparent";
import { parseTracestate } from "@/lib/telemetry/tracestate";
import type { NewEvent } from "./new-event";
import type { EventQueue, IsAborted } from "./queue";

/**
 * Wraps the event queue for one request: records the spans `publish` and `store`, and stores with each event the position in
 * the trace from which its deliveries continue. Without telemetry the queue is returned as it is.
 */
export function tracedEventQueue(eventQueue: EventQueue, request: Request): EventQueue {
  const running = telemetry();
  if (!running) return eventQueue;
  return traced(eventQueue, running, { startTime: Date.now(), received: receivedTrace(request) });
}

/** Position in the trace of the publisher, in the headers that are stored. */
type Received = { traceparent: string; tracestate?: string };
type Publishing = { startTime: number; received: Received | null };

function receivedTrace({ headers }: Request): Received | null {
  const position = parseTraceparent(headers.get("traceparent"));
  if (!position) return null;
  const tracestate = parseTracestate(headers.get("tracestate"));
  return { traceparent: formatTraceparent(position), ...(tracestate && { tracestate }) };
}

function traced<Q extends EventQueue>(
  eventQueue: Q,
  running: Telemetry,
  publishing: Publishing,
): Q {
  const { api, tracer } = running;
  const { startTime, received } = publishing;

  async function enqueue(newEvents: NewEvent[], isAborted?: IsAborted) {
    const { SERVER } = api.SpanKind;
    const context = received ? contextOf(running, received) : api.ROOT_CONTEXT;
    const publish = tracer.startSpan("publish", { kind: SERVER, startTime }, context);
    const put = (trace: Received | null) =>
      eventQueue.enqueue(
        trace ? newEvents.map((one) => ({ ...one, ...trace })) : newEvents,
        isAborted,
      );
    // A publisher's trace that is not sampled here still goes on to the receiver.
    if (!publish.isRecording()) return put(received);
    publish.setAttribute("messaging.batch.message_count", newEvents.length);
    const store = tracer.startSpan("store", {}, api.trace.setSpan(api.ROOT_CONTEXT, publish));
    try {
      const stored = await put({
        ...received,
        traceparent: formatTraceparent(positionOf(publish)),
      });
      publish.setAttribute(
        "postback.event.ids",
        stored.slice(0, idLimit).map(({ id }) => id),
      );
      return stored;
    } catch (error) {
      publish.setStatus({ code: api.SpanStatusCode.ERROR, message: (error as Error).message });
      throw error;
    } finally {
      store.end();
      publish.end();
    }
  }
  return {
    ...eventQueue,
    enqueue,
    withTransaction: (transaction) =>
      traced(eventQueue.withTransaction(transaction), running, publishing),
  };
}

/** Ids of events in the attributes of a span; a batch has up to 1,000. */
const idLimit = 20;
