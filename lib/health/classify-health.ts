import type { Cause, PauseReason } from "@/db/enums";

export type Measured = {
  webhookId: string;
  pausedAt: Date | null;
  pauseReason: PauseReason | null;
  delivered: number;
  failed: number;
  retrying: number;
  backlog: number;
  p95: number | null;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  slowSince: Date | null;
  restsUntil: Date | null;
  failingSince: Date | null;
  failing: boolean;
  cause: Cause | null;
  statusCode: number | null;
};

/** Returns the health state of a webhook with its reason, from the figures of the last day. */
export function classifyHealth(facts: Measured) {
  return { ...facts, ...stateOf(facts) };
}

function stateOf(facts: Measured) {
  if (facts.pausedAt) return { ...paused(facts), since: facts.pausedAt };
  const troubled = facts.failed + facts.retrying;
  if (troubled === 0 && !facts.failing) {
    const state = facts.delivered === 0 ? ("no_traffic" as const) : ("healthy" as const);
    return { state, since: null };
  }
  const reason =
    troubled === 0
      ? "The latest attempts failed; their deliveries were stopped or have ended."
      : `${amount(facts)} of the last 24 hours failed or wait for a retry. Most frequent cause: ${causeOf(facts)}.`;
  return {
    state: facts.failing ? ("failing" as const) : ("degraded" as const),
    since: facts.failingSince,
    reason,
  };
}

function paused({ pauseReason }: Measured) {
  const reason = `${pauses[pauseReason ?? "person"]}. New deliveries wait until the webhook is resumed.`;
  const byItself = pauseReason === "gone" || pauseReason === "failing";
  return { state: byItself ? ("auto_paused" as const) : ("paused" as const), reason };
}

const pauses: Record<PauseReason, string> = {
  person: "Paused by a person",
  gone: "Paused because the receiver responded 410 Gone",
  failing: "Paused after five days without a successful delivery",
};

function amount({ delivered, failed, retrying }: Measured): string {
  return `${failed + retrying} of ${delivered + failed + retrying} deliveries`;
}

function causeOf({ cause, statusCode }: Measured): string {
  if (cause === null) return "no response";
  const isHttp = cause.startsWith("http_") && statusCode !== null;
  return isHttp ? `HTTP ${statusCode}` : causes[cause];
}

const causes: Record<Cause, string> = {
  dns: "host name not found",
  connect: "connection refused or unreachable",
  tls: "TLS handshake failed",
  timeout: "timeout",
  redirect: "redirect",
  http_4xx: "request rejected",
  http_429: "too many requests",
  http_5xx: "server error",
  gone: "410 Gone",
  blocked: "address not allowed",
  body: "invalid HTTP response",
  protocol: "response before the whole request",
  internal: "internal error",
};
