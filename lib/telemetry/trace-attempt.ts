import type { AttemptResult } from "@/lib/queue/attempt-result";
import type { Result } from "@/lib/queue/complete";
import { type Attributes, spanKinds } from "./span";
import { internalSpan, positionBelow, telemetry } from "./telemetry";
import { formatTraceparent, parseTraceparent } from "./traceparent";

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

/** Begins the span of an attempt, and records the span `wait` before the first one. Undefined for an event without a trace. */
export function traceAttempt(claimed: Traceable): AttemptTrace | undefined {
  const running = telemetry();
  const parent = running && parseTraceparent(claimed.traceparent);
  if (!running || !parent || !claimed.traceparent) return undefined;
  const { traceparent, tracestate = null } = claimed;
  const position = positionBelow(running, parent);
  if (!position) return { traceparent, tracestate, end() {} };
  const startTime = Date.now();
  const remote = { parent, isParentRemote: true, tracestate };
  if (claimed.attempt === 1) {
    const waitedFrom = Math.min(timeOf(claimed.eventId), startTime);
    running.record(internalSpan("wait", remote, waitedFrom, startTime));
  }
  return {
    traceparent: formatTraceparent(position),
    tracestate,
    end({ cause, error, statusCode, phases }) {
      const endTime = Date.now();
      const local = { parent: position, isParentRemote: false, tracestate };
      let phaseStart = startTime;
      for (const [name, key] of phaseNames) {
        const ms = phases[key];
        if (ms === null) continue;
        const phaseEnd = phaseStart + ms;
        running.record(internalSpan(name, local, phaseStart, phaseEnd));
        phaseStart = phaseEnd;
      }
      running.record({
        name: "attempt",
        kind: spanKinds.client,
        position,
        parent,
        isParentRemote: true,
        tracestate,
        startTime,
        endTime,
        attributes: attributesOf(claimed, statusCode, cause),
        error: cause === null ? null : (error ?? cause),
      });
    },
  };
}

const phaseNames = [
  ["dns", "dnsMs"],
  ["connect", "connectMs"],
  ["tls", "tlsMs"],
  ["first byte", "firstByteMs"],
] as const;

/** Records the span `record` of results that were recorded just now. */
export function traceRecords(results: Result[], startTime: number): void {
  const running = telemetry();
  if (!running) return;
  const endTime = Date.now();
  for (const { claimed, outcome } of results) {
    const parent = outcome && claimed.traceparent ? parseTraceparent(claimed.traceparent) : null;
    if (!parent || !running.isSampled(parent.traceId, parent)) continue;
    const { tracestate = null } = claimed;
    const remote = { parent, isParentRemote: true, tracestate };
    running.record(internalSpan("record", remote, startTime, endTime));
  }
}

/** The path of a callback URL may be a secret, so only the host is named. */
function attributesOf(
  { callbackUrl, webhookId, deliveryId, attempt = 1 }: Traceable,
  statusCode: number | null,
  cause: string | null,
): Attributes {
  const attributes: Attributes = {
    "http.request.method": "POST",
    "server.address": URL.canParse(callbackUrl) ? new URL(callbackUrl).hostname : "",
    "postback.webhook.id": webhookId,
    "postback.delivery.id": deliveryId,
    "postback.attempt.number": attempt,
  };
  if (statusCode !== null) attributes["http.response.status_code"] = statusCode;
  if (cause !== null) attributes["error.type"] = cause;
  return attributes;
}

/** Returns the time in a UUIDv7, in ms since 1970. */
function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
