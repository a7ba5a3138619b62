import type { Agent } from "undici";
import type { Cause } from "@/db/enums";
import { log } from "@/lib/log";
import { deliveryBody } from "@/lib/outbound/body";
import type { TargetPolicy } from "@/lib/outbound/policy";
import { sign } from "@/lib/outbound/signature";
import { hostOf, targetComplaint } from "@/lib/outbound/target";
import type { Claimed } from "@/lib/queue/claimed";
import { leaseMarginSeconds } from "@/lib/queue/due";
import type { Header, Outcome } from "@/lib/queue/outcome";
import { service } from "@/lib/root/version";
import { type Exchange, exchange, type Request } from "./exchange";
import { requestPath } from "./request-path";
import { retryAfterMs } from "./retry-after";
import { judge } from "./verdict";

export type Sender = { agent: Agent; policy: TargetPolicy };

const userAgent = `${service.name}/${service.version}`;
/** A connection that breaks this early, having been kept from before, was closed while we wrote. */
const staleMs = 1000;

/** One signed request. Whatever happens is an outcome; it never throws, and ends by the deadline. */
export async function send(claimed: Claimed, sender: Sender): Promise<Outcome> {
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

async function attempt(claimed: Claimed, { agent, policy }: Sender, now: Date): Promise<Seen> {
  const complaint = targetComplaint(claimed.callbackUrl, policy);
  if (complaint) return unsent("blocked", `${complaint}.`);
  if (claimed.secrets.length === 0) {
    return unsent("internal", "The webhook has no valid signing secret; rotate it to get one.");
  }
  const request = requestOf(claimed, now);
  const deadlineMs = claimed.deadlineSeconds * 1000;
  const came = await exchangeOnce(agent, request, deadlineMs);
  const host = hostOf(request.url.hostname);
  const verdict = judge(came, { host, deadlineSeconds: claimed.deadlineSeconds });
  if (verdict.cause === "internal") {
    log.error({ err: came.error, deliveryId: claimed.deliveryId }, "a request could not be made");
  }
  return {
    ...verdict,
    statusCode: came.statusCode,
    requestHeaders: came.sent ? headersAsSent(request) : null,
    ...answerOf(came, now),
  };
}

/** Once, or once more if the first try met a kept connection just as the receiver closed it. */
async function exchangeOnce(agent: Agent, request: Request, deadlineMs: number): Promise<Exchange> {
  const startedMs = performance.now();
  const first = await exchange(agent, request, deadlineMs);
  const tookMs = performance.now() - startedMs;
  const stale = first.error && first.reused && !first.answered && tookMs < staleMs;
  return stale && tookMs < deadlineMs ? exchange(agent, request, deadlineMs - tookMs) : first;
}

function requestOf(claimed: Claimed, now: Date): Request {
  const body = deliveryBody(claimed.event, claimed.data);
  const timestamp = Math.floor(now.getTime() / 1000);
  const { eventId: id, secrets } = claimed;
  const headers: Header[] = [
    ["content-type", "application/json"],
    ["user-agent", userAgent],
    // Answers are kept as they come; a packed one could not be read, or unpacks without end.
    ["accept-encoding", "identity"],
    ["webhook-id", id],
    ["webhook-timestamp", String(timestamp)],
    ["webhook-signature", sign({ secrets, id, timestamp, body })],
  ];
  const url = new URL(claimed.callbackUrl);
  return { url, path: requestPath(claimed.callbackUrl), headers, body };
}

/** With those that the HTTP client writes by itself. */
function headersAsSent({ url, headers, body }: Request): Header[] {
  return [
    ["host", url.host],
    ["connection", "keep-alive"],
    ...headers,
    ["content-length", String(Buffer.byteLength(body))],
  ];
}

function answerOf({ statusCode, headers, body, complete }: Exchange, now: Date) {
  if (statusCode === null) return nothing;
  const asked = headers.find(([name]) => name.toLowerCase() === "retry-after")?.[1];
  const listens = statusCode === 429 || statusCode === 503;
  return {
    responseHeaders: headers,
    responseBody: body,
    truncated: !complete,
    retryAfterMs: listens ? retryAfterMs(asked, now) : null,
  };
}

const nothing = { responseHeaders: null, responseBody: null, truncated: false, retryAfterMs: null };

function unsent(cause: Cause, error: string): Seen {
  return { cause, error, statusCode: null, requestHeaders: null, ...nothing };
}

/** The database's clock, carried on by our steady one: a worker whose clock is wrong signs right. */
function databaseNow({ now, claimedAt }: Claimed): Date {
  return new Date(now.getTime() + performance.now() - claimedAt);
}
