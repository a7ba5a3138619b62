import type { Cause } from "@/db/enums";
import { log } from "@/lib/log";
import { deliveryBody, responseBodyLimit } from "@/lib/outbound/body";
import { signingKeysOf } from "@/lib/outbound/key-ring";
import type { Origins } from "@/lib/outbound/origins";
import { noPhases } from "@/lib/outbound/phases";
import type { TargetPolicy } from "@/lib/outbound/policy";
import { sign } from "@/lib/outbound/signature";
import type { SigningKey } from "@/lib/outbound/signing-key";
import type { AttemptResult, Header } from "@/lib/queue/attempt-result";
import { leaseMarginSeconds } from "@/lib/queue/lease";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";
import { type AttemptTrace, traceAttempt } from "@/lib/queue/trace-attempt";
import { traceIdOf } from "@/lib/telemetry/traceparent";
import { Unreadable } from "@/lib/vault/unreadable";
import { service } from "@/lib/version";
import { classifyResult } from "./classify-result";
import { DeadlinePassed, type Exchange, exchange, type Request } from "./http-exchange";
import { type Route, routeOf } from "./request-target";
import { retryAfterMs } from "./retry-after";

/** Dependencies of `send`. `keptBytes`: bytes of a response body that are stored. */
export type Sender = { agent: Origins; policy: TargetPolicy; keptBytes?: number };

/** Data that one request needs, of a delivery or of an alert. */
type Sendable = Pick<
  LeasedDelivery,
  | "webhookId"
  | "callbackUrl"
  | "headers"
  | "secrets"
  | "deadlineSeconds"
  | "deliveryId"
  | "eventId"
  | "data"
  | "now"
  | "claimedAt"
> &
  Partial<Pick<LeasedDelivery, "attempt" | "secretAccountId" | "traceparent" | "tracestate">> & {
    event: string;
  };

/** Sends one signed request. Returns every failure as a result, never throws, and ends by the deadline. */
export async function send(claimed: Sendable, sender: Sender): Promise<AttemptResult> {
  const startedAt = databaseNow(claimed);
  const startedMs = performance.now();
  const trace = traceAttempt(claimed);
  const result = await attempt(claimed, sender, startedAt, trace);
  trace?.end(result);
  return { startedAt, durationMs: Math.round(performance.now() - startedMs), ...result };
}

/** Returns false when the lease could end before the deadline, so that another worker might send the delivery too. */
export function hasTime({ claimedAt }: LeasedDelivery): boolean {
  return performance.now() - claimedAt < leaseMarginSeconds * 1000;
}

type Timeless = Omit<AttemptResult, "startedAt" | "durationMs">;

async function attempt(
  claimed: Sendable,
  sender: Sender,
  now: Date,
  trace: AttemptTrace | undefined,
): Promise<Timeless> {
  const { agent, policy, keptBytes = responseBodyLimit } = sender;
  const prepared = prepare(claimed, policy);
  if ("cause" in prepared) return unsent(prepared.cause, prepared.error);
  const { route } = prepared;
  const { deadlineSeconds, deliveryId } = claimed;
  const request = requestOf(claimed, prepared, now, trace);
  // Never resent here, even if a kept connection broke: the receiver may have the request, and each copy is an attempt.
  const isKept = agent.keeps(request.origin);
  const response = await exchange(agent, request, deadlineSeconds * 1000);
  if (brokeKept(response)) agent.stopKeeping(request.origin);
  const isProxied = policy.proxy !== null;
  const classification = classifyResult(response, { host: route.host, deadlineSeconds, isProxied });
  if (classification.cause === "internal") {
    const traceId = traceIdOf(trace?.traceparent);
    log.error(
      { err: response.error, deliveryId, traceId },
      "request failed with an internal error",
    );
  }
  return {
    statusCode: response.statusCode,
    phases: response.phases,
    requestHeaders: response.sent ? headersAsSent(request, route, isKept) : null,
    ...classification,
    ...responseFields(response, now, keptBytes),
  };
}

/**
 * Returns whether a kept connection broke under the request. One on which no response came in time did not: a slow receiver would
 * have more to do if each request opened a connection.
 */
function brokeKept({ error, reused, answered }: Exchange): boolean {
  return error !== null && !(error instanceof DeadlinePassed) && reused && !answered;
}

type Prepared = { route: Route; keys: SigningKey[] };

/** Returns the route and keys of a request, or the reason why it cannot be sent. */
function prepare(
  claimed: Sendable,
  policy: TargetPolicy,
): Prepared | { cause: Cause; error: string } {
  try {
    const route = routeOf(claimed, policy);
    if ("complaint" in route) return { cause: "blocked", error: `${route.complaint}.` };
    const keys = signingKeysOf(claimed, claimed.secrets);
    if (keys.length > 0) return { route, keys };
    const error = "The webhook has no valid signing secret. Rotate the secret to create one.";
    return { cause: "internal", error };
  } catch (error) {
    if (error instanceof Unreadable) return unreadable(claimed.webhookId, error.message);
    throw error;
  }
}

/** Reasons that were logged. There is one for each missing key, and few others. */
const logged = new Set<string>();

/** Logs the first webhook with this reason: if a key is missing, the deliveries of all webhooks fail with it. */
function unreadable(webhookId: string, reason: string): { cause: Cause; error: string } {
  if (!logged.has(reason)) log.error({ webhookId, reason }, "secrets cannot be decrypted");
  logged.add(reason);
  return { cause: "internal", error: reason };
}

/** Headers that all requests share. */
const commonHeaders = [
  "content-type",
  "application/json",
  "user-agent",
  `${service.name}/${service.version}`,
  // Responses are stored as they arrive. A compressed one would be unreadable, or could expand without limit.
  "accept-encoding",
  "identity",
];

function requestOf(
  claimed: Sendable,
  { route, keys }: Prepared,
  now: Date,
  trace: AttemptTrace | undefined,
): Request {
  const { origin, path, headers } = route;
  const body = deliveryBody(claimed.event, claimed.data);
  const timestamp = Math.floor(now.getTime() / 1000);
  const { eventId: id } = claimed;
  const signature = sign({ keys, id, timestamp, body });
  const signed = ["webhook-id", id, "webhook-timestamp", `${timestamp}`];
  const traced = trace && !sets(headers, "traceparent") ? traceHeaders(trace) : [];
  return {
    origin,
    path,
    headers: [
      ...[...commonHeaders, ...signed, "webhook-signature", signature],
      ...[...traced, ...headers],
    ],
    body,
  };
}

function traceHeaders({ traceparent, tracestate }: AttemptTrace): string[] {
  return ["traceparent", traceparent, ...(tracestate ? ["tracestate", tracestate] : [])];
}

/** Returns whether custom headers contain one of this name. */
function sets(headers: string[], header: string): boolean {
  return headers.some((name, n) => n % 2 === 0 && name.toLowerCase() === header);
}

/**
 * Returns the headers for the log, with those that the HTTP client adds (order checked by send.test.ts). Values of custom
 * headers are masked, because they may be secrets.
 */
function headersAsSent({ headers, body }: Request, route: Route, isKept: boolean): Header[] {
  const customStart = headers.length - route.headers.length;
  const written: Header[] = [
    ["host", route.authority],
    ["connection", isKept ? "keep-alive" : "close"],
  ];
  for (let n = 0; n < headers.length; n += 2) {
    written.push([headers[n] ?? "", n < customStart ? (headers[n + 1] ?? "") : hidden]);
  }
  written.push(["content-length", String(Buffer.byteLength(body))]);
  return written;
}
const hidden = "***";

function responseFields(exchanged: Exchange, now: Date, keptBytes: number) {
  const { statusCode, headers, body, complete } = exchanged;
  if (statusCode === null) return noResponse;
  const asked = headers.find(([name]) => name.toLowerCase() === "retry-after")?.[1];
  const honoursRetryAfter = statusCode === 429 || statusCode === 503;
  return {
    responseHeaders: headers,
    responseBody: body.subarray(0, keptBytes),
    truncated: !complete || body.length > keptBytes,
    retryAfterMs: honoursRetryAfter ? retryAfterMs(asked, now) : null,
  };
}

const noResponse = {
  responseHeaders: null,
  responseBody: null,
  truncated: false,
  retryAfterMs: null,
};

function unsent(cause: Cause, error: string): Timeless {
  return { cause, error, statusCode: null, phases: noPhases, requestHeaders: null, ...noResponse };
}

/** Returns the database time, advanced by the monotonic clock, so that a worker with a wrong clock signs correctly. */
function databaseNow({ now, claimedAt }: Sendable): Date {
  return new Date(now.getTime() + performance.now() - claimedAt);
}
