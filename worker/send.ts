import type { Dispatcher } from "undici";
import type { Cause } from "@/db/enums";
import { log } from "@/lib/log";
import { deliveryBody, responseBodyLimit } from "@/lib/outbound/body";
import { signingKeysOf } from "@/lib/outbound/key-ring";
import { noPhases } from "@/lib/outbound/phases";
import type { TargetPolicy } from "@/lib/outbound/policy";
import { sign } from "@/lib/outbound/signature";
import type { SigningKey } from "@/lib/outbound/signing-key";
import type { Claimed } from "@/lib/queue/claimed";
import type { Header, Outcome } from "@/lib/queue/outcome";
import { leaseMarginSeconds } from "@/lib/queue/room";
import { service } from "@/lib/root/version";
import { Unreadable } from "@/lib/vault/unreadable";
import { type Exchange, exchange, type Request } from "./exchange";
import { retryAfterMs } from "./retry-after";
import { type Route, routeOf } from "./route";
import { judge } from "./verdict";

/** `keptBytes` is how much of an answer's body the log gets. */
export type Sender = { agent: Dispatcher; policy: TargetPolicy; keptBytes?: number };

/** What one request needs, whether of a delivery or of an alert. */
export type Sendable = Pick<
  Claimed,
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
> & { event: string };

/** A connection that breaks this early, having been kept from before, was closed while we wrote. */
const staleMs = 1000;

/** One signed request. Whatever happens is an outcome; it never throws, and ends by the deadline. */
export async function send(claimed: Sendable, sender: Sender): Promise<Outcome> {
  const startedAt = databaseNow(claimed);
  const startedMs = performance.now();
  const seen = await attempt(claimed, sender, startedAt);
  return { ...seen, startedAt, durationMs: Math.round(performance.now() - startedMs) };
}

/** False once the lease may end before the deadline would: another worker could then send as well. */
export function hasTime({ claimedAt }: Claimed): boolean {
  return performance.now() - claimedAt < leaseMarginSeconds * 1000;
}

type Seen = Omit<Outcome, "startedAt" | "durationMs">;

async function attempt(claimed: Sendable, sender: Sender, now: Date): Promise<Seen> {
  const { agent, policy, keptBytes = responseBodyLimit } = sender;
  const means = meansOf(claimed, policy);
  if ("cause" in means) return unsent(means.cause, means.error);
  const { route } = means;
  const { deadlineSeconds, deliveryId } = claimed;
  const request = requestOf(claimed, means, now);
  const came = await exchangeOnce(agent, request, deadlineSeconds * 1000);
  const isProxied = policy.proxy !== null;
  const verdict = judge(came, { host: route.host, deadlineSeconds, isProxied });
  if (verdict.cause === "internal") {
    log.error({ err: came.error, deliveryId }, "a request could not be made");
  }
  return {
    ...verdict,
    statusCode: came.statusCode,
    phases: came.phases,
    requestHeaders: came.sent ? headersAsSent(request, route) : null,
    ...answerOf(came, now, keptBytes),
  };
}

type Means = { route: Route; keys: SigningKey[] };

/** What a request needs, or why there will be none. */
function meansOf(claimed: Sendable, policy: TargetPolicy): Means | { cause: Cause; error: string } {
  try {
    const route = routeOf(claimed, policy);
    if ("complaint" in route) return { cause: "blocked", error: `${route.complaint}.` };
    const keys = signingKeysOf(claimed.webhookId, claimed.secrets);
    if (keys.length > 0) return { route, keys };
    const error = "The webhook has no valid signing secret; rotate it to get one.";
    return { cause: "internal", error };
  } catch (error) {
    if (error instanceof Unreadable) return { cause: "internal", error: error.message };
    throw error;
  }
}

/** Once, or once more if the first try met a kept connection just as the receiver closed it. */
async function exchangeOnce(agent: Dispatcher, request: Request, deadlineMs: number) {
  const startedMs = performance.now();
  const first = await exchange(agent, request, deadlineMs);
  if (!first.error || !first.reused || first.answered) return first;
  const tookMs = performance.now() - startedMs;
  const stale = tookMs < staleMs && tookMs < deadlineMs;
  return stale ? exchange(agent, request, deadlineMs - tookMs) : first;
}

const alike = [
  "content-type",
  "application/json",
  "user-agent",
  `${service.name}/${service.version}`,
  // Answers are kept as they come; a packed one could not be read, or unpacks without end.
  "accept-encoding",
  "identity",
];

function requestOf(claimed: Sendable, { route, keys }: Means, now: Date): Request {
  const { origin, path, headers } = route;
  const body = deliveryBody(claimed.event, claimed.data);
  const timestamp = Math.floor(now.getTime() / 1000);
  const { eventId: id } = claimed;
  const signature = sign({ keys, id, timestamp, body });
  const signed = ["webhook-id", id, "webhook-timestamp", `${timestamp}`];
  return {
    origin,
    path,
    headers: [...alike, ...signed, "webhook-signature", signature, ...headers],
    body,
  };
}

/** With those that the HTTP client writes by itself. What the owner's say is not kept: they may hold secrets. */
function headersAsSent({ headers, body }: Request, route: Route): Header[] {
  const owners = headers.length - route.headers.length;
  const written: Header[] = [
    ["host", route.authority],
    ["connection", "keep-alive"],
  ];
  for (let n = 0; n < headers.length; n += 2) {
    written.push([headers[n] ?? "", n < owners ? (headers[n + 1] ?? "") : hidden]);
  }
  written.push(["content-length", String(Buffer.byteLength(body))]);
  return written;
}
const hidden = "***";

function answerOf(came: Exchange, now: Date, keptBytes: number) {
  const { statusCode, headers, body, complete } = came;
  if (statusCode === null) return nothing;
  const asked = headers.find(([name]) => name.toLowerCase() === "retry-after")?.[1];
  const listens = statusCode === 429 || statusCode === 503;
  return {
    responseHeaders: headers,
    responseBody: body.subarray(0, keptBytes),
    truncated: !complete || body.length > keptBytes,
    retryAfterMs: listens ? retryAfterMs(asked, now) : null,
  };
}

const nothing = { responseHeaders: null, responseBody: null, truncated: false, retryAfterMs: null };

function unsent(cause: Cause, error: string): Seen {
  return { cause, error, statusCode: null, phases: noPhases, requestHeaders: null, ...nothing };
}

/** The database's clock, carried on by our steady one: a worker whose clock is wrong signs right. */
function databaseNow({ now, claimedAt }: Sendable): Date {
  return new Date(now.getTime() + performance.now() - claimedAt);
}
