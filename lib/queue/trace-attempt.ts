import { timeOfId } from "@/lib/new-id";
import { contextOf, positionOf, telemetry } from "@/lib/telemetry/telemetry";
import { formatTraceparent } from "@/lib/telemetry/traceparent";
import type { AttemptResult } from "./attempt-result";
import type { Result } from "./result";

/** Data of a delivery that its spans need. An alert has no trace. */
type Traceable = {
  eventId: string;
  deliveryId: string;
  webhookId: string;
  callbackUrl: string;
  attempt?: number;
  traceparent?: string | null;
  tracestate?: string | null;
};

/** Attempt in a trace. `traceparent` and `tracestate` are sent to the receiver. */
export type AttemptTrace = {
  traceparent: string;
  tracestate: string | null;
  end(result: Pick<AttemptResult, "cause" | "error" | "statusCode" | "phases">): void;
};

/** Starts the span of an attempt, and writes the span `wait` before the first one. Undefined for an event without a trace. */
export function traceAttempt(claimed: Traceable): AttemptTrace | undefined {
  const running = telemetry();
  if (!running || !claimed.traceparent) return undefined;
  const { api, tracer } = running;
  const { traceparent, tracestate = null } = claimed;
  const parent = contextOf(running, claimed);
  const startTime = Date.now();
  const span = tracer.startSpan(
    "attempt",
    { kind: api.SpanKind.CLIENT, startTime, attributes: attributesOf(claimed) },
    parent,
  );
  if (!span.isRecording()) return { traceparent, tracestate, end() {} };
  if (claimed.attempt === 1) {
    const waitedFrom = Math.min(timeOfId(claimed.eventId), startTime);
    tracer.startSpan("wait", { startTime: waitedFrom }, parent).end(startTime);
  }
  return {
    traceparent: formatTraceparent(positionOf(span)),
    tracestate,
    end({ cause, error, statusCode, phases }) {
      if (statusCode !== null) span.setAttribute("http.response.status_code", statusCode);
      if (cause !== null) {
        span.setAttribute("error.type", cause);
        span.setStatus({ code: api.SpanStatusCode.ERROR, message: error ?? cause });
      }
      const within = api.trace.setSpan(api.ROOT_CONTEXT, span);
      let phaseStart = startTime;
      const { dnsMs, connectMs, tlsMs, firstByteMs } = phases;
      const inOrder = { dns: dnsMs, connect: connectMs, tls: tlsMs, "first byte": firstByteMs };
      for (const [name, ms] of Object.entries(inOrder)) {
        if (ms === null) continue;
        tracer.startSpan(name, { startTime: phaseStart }, within).end(phaseStart + ms);
        phaseStart += ms;
      }
      span.end();
    },
  };
}

/** Writes the span `record` of results that were recorded just now. */
export function traceRecords(results: Result[], startTime: number): void {
  const running = telemetry();
  if (!running) return;
  for (const { decision, traceparent, tracestate } of results) {
    if (decision === "unsent" || !traceparent) continue;
    const parent = contextOf(running, { traceparent, tracestate });
    running.tracer.startSpan("record", { startTime }, parent).end();
  }
}

/** The path of a callback URL may be a secret, so only the host is named. */
function attributesOf({ callbackUrl, webhookId, deliveryId, attempt = 1 }: Traceable) {
  return {
    "http.request.method": "POST",
    "server.address": URL.canParse(callbackUrl) ? new URL(callbackUrl).hostname : "",
    "postback.webhook.id": webhookId,
    "postback.delivery.id": deliveryId,
    "postback.attempt.number": attempt,
  };
}
