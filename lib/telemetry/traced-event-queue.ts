import type { NewEvent } from "@/lib/queue/new-event";
import type { EventQueue, IsAborted } from "@/lib/queue/queue";
import { contextOf, positionOf, type Telemetry, telemetry } from "./telemetry";
import { formatTraceparent, parseTraceparent } from "./traceparent";
import { parseTracestate } from "./tracestate";

/**
 * Wraps the event queue for one request: records the spans `publish` and `store`, and stores with each event the position in
 * the trace from which its deliveries continue. Without telemetry the queue is returned as it is.
 */
export function tracedEventQueue(eventQueue: EventQueue, request: Request): EventQueue {
  const running = telemetry();
  if (!running) return eventQueue;
  const startTime = Date.now();
  const [traceparent, tracestate] = ["traceparent", "tracestate"].map((name) =>
    request.headers.get(name),
  );
  return traced(eventQueue, running, {
    startTime,
    traceparent: traceparent ?? null,
    tracestate: parseTracestate(tracestate),
  });
}

type Publishing = { startTime: number; traceparent: string | null; tracestate: string | null };

function traced<Q extends EventQueue>(
  eventQueue: Q,
  running: Telemetry,
  publishing: Publishing,
): Q {
  const { api, tracer } = running;

  async function enqueue(newEvents: NewEvent[], isAborted?: IsAborted) {
    const { startTime } = publishing;
    const attributes = { "messaging.batch.message_count": newEvents.length };
    const publish = tracer.startSpan(
      "publish",
      { kind: api.SpanKind.SERVER, startTime, attributes },
      contextOf(running, publishing),
    );
    const store = tracer.startSpan("store", {}, api.trace.setSpan(api.ROOT_CONTEXT, publish));
    const received = parseTraceparent(publishing.traceparent);
    // A publisher's trace that is not sampled here still goes on to the receiver.
    const position = publish.isRecording() ? positionOf(publish) : received;
    const headers = position && {
      traceparent: formatTraceparent(position),
      ...(received && publishing.tracestate && { tracestate: publishing.tracestate }),
    };
    try {
      const stored = await eventQueue.enqueue(
        headers ? newEvents.map((one) => ({ ...one, ...headers })) : newEvents,
        isAborted,
      );
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
