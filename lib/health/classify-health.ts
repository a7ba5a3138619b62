import type { Cause, PauseReason } from "@/db/enums";
import { causeNames } from "@/lib/deliveries/cause-names";
import { formatCount, formatPlural, formatSpan } from "@/lib/format";
import type { LateLimit } from "@/lib/queue/late-limits";

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
  incident: boolean;
  /** Deliveries that have been due for more than a minute, and the time of the oldest that is due. */
  late: number;
  oldestDueAt: Date | null;
  dueSeconds: number;
  /** Limit of the webhook that makes these late; null without any, or if it is not its limits. */
  lateBy: LateLimit | null;
  maxConcurrency: number;
  ratePerSecond: number | null;
  cause: Cause | null;
  statusCode: number | null;
};

/** Returns the health state of a webhook with its reason, from the figures of the last day. */
export function classifyHealth(facts: Measured) {
  const lateSince = facts.lateBy === null ? null : facts.oldestDueAt;
  return { ...facts, lateSince, ...stateOf(facts) };
}

function stateOf(facts: Measured) {
  if (facts.pausedAt) return { ...paused(facts), since: facts.pausedAt };
  const troubled = facts.failed + facts.retrying;
  if (troubled === 0 && !facts.failing) {
    // When it began to be late is not known: its oldest delivery changes while others are sent.
    if (facts.lateBy) return { state: "late" as const, since: null, reason: lateness(facts) };
    const state = facts.delivered === 0 ? ("no_traffic" as const) : ("healthy" as const);
    return { state, since: null };
  }
  const failures =
    troubled === 0
      ? "The latest attempts failed; their deliveries were stopped or have ended."
      : `${causeOf(facts)}: ${amount(facts)}.`;
  return {
    state: facts.failing ? ("failing" as const) : ("degraded" as const),
    since: facts.failingSince,
    reason: facts.lateBy ? `${failures} ${lateness(facts)}` : failures,
  };
}

function paused({ pauseReason, backlog }: Measured) {
  const waiting = backlog > 0 ? `${count(backlog)} and new ones wait` : "New deliveries wait";
  const reason = `${pauses[pauseReason ?? "person"]}. ${waiting} until the webhook is resumed.`;
  const byItself = pauseReason === "gone" || pauseReason === "failing";
  return { state: byItself ? ("auto_paused" as const) : ("paused" as const), reason };
}

const pauses: Record<PauseReason, string> = {
  person: "Paused manually",
  gone: "Paused because the receiver responded 410 Gone",
  failing: "Paused after five days without a successful delivery",
};

function amount({ delivered, failed, retrying, backlog }: Measured): string {
  const troubled = failed + retrying;
  const share = `${formatCount(troubled)} of ${count(delivered + troubled)} of the last 24 hours`;
  const more = backlog > retrying ? `; ${formatCount(backlog - retrying)} more wait` : "";
  return `${share} failed or ${troubled === 1 ? "waits" : "wait"} for a retry${more}`;
}

function lateness({ late, dueSeconds, lateBy, maxConcurrency, ratePerSecond }: Measured): string {
  const limit =
    lateBy === "rate"
      ? `${formatPlural(ratePerSecond ?? 0, "request")} a second`
      : formatPlural(maxConcurrency, "concurrent request");
  const these = late === 1 ? "1 delivery is late" : `${count(late)} are late, the oldest`;
  return `${these} by ${formatSpan(dueSeconds)}: the limit of ${limit} is used up.`;
}

function count(deliveries: number): string {
  return formatPlural(deliveries, "delivery", "deliveries");
}

/** The most frequent cause. */
function causeOf({ cause, statusCode }: Measured): string {
  if (cause === null) return "No response";
  const isHttp = cause.startsWith("http_") && statusCode !== null;
  return isHttp ? `HTTP ${statusCode}` : causeNames[cause];
}
