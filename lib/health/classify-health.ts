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
      : `${amount(facts)} in the last day failed so far, mostly ${reasonOf(facts)}.`;
  return {
    state: facts.failing ? ("failing" as const) : ("degraded" as const),
    since: facts.failingSince,
    reason,
  };
}

function paused({ pauseReason }: Measured) {
  const reason = `${pauses[pauseReason ?? "person"]}; new events wait until it is resumed.`;
  const byItself = pauseReason === "gone" || pauseReason === "failing";
  return { state: byItself ? ("auto_paused" as const) : ("paused" as const), reason };
}

const pauses: Record<PauseReason, string> = {
  person: "Paused by a person",
  gone: "Its receiver answered 410 Gone",
  failing: "Everything sent to it in five days failed",
};

function amount({ delivered, failed, retrying }: Measured): string {
  return `${failed + retrying} of ${delivered + failed + retrying} deliveries`;
}

function reasonOf({ cause, statusCode }: Measured): string {
  if (cause === null) return "without an answer";
  const isHttp = cause.startsWith("http_") && statusCode !== null;
  return isHttp ? `with HTTP ${statusCode}` : ways[cause];
}

const ways: Record<Cause, string> = {
  dns: "because its name does not resolve",
  connect: "because no connection could be made",
  tls: "because of its certificate",
  timeout: "because it does not answer in time",
  redirect: "because it redirects",
  http_4xx: "because it refuses them",
  http_429: "because it gets too many",
  http_5xx: "because of its own errors",
  gone: "because it is gone",
  blocked: "because its address is not allowed",
  body: "because its answer is not valid HTTP",
  protocol: "because it answers before it has the whole request",
  internal: "because of an error of ours",
};
