import type { Tone } from "@/components/ui/badge";
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatPlural,
  formatRelative,
} from "@/lib/format";
import type { System } from "@/lib/system/queries";

/** A part of the installation: its state, a value and a detail. */
export type Part = { name: string; tone: Tone; value: string; detail: string; href?: string };

const slowMs = 250;
const lateSeconds = 60;
const veryLateSeconds = 300;
const oddClockMs = 2000;
const choreMs = 3 * 3_600_000;
const most = 10_000;

function databasePart({ database: { latencyMs, bytes } }: System): Part {
  const tone = latencyMs > slowMs ? "warn" : "good";
  return {
    name: "Database",
    tone,
    value: `${latencyMs} ms`,
    detail: `latency, ${formatBytes(bytes)} stored`,
  };
}

export function queuePart({ queue, breakers, now }: System): Part {
  const { ready, oldestDueAt, scheduled, held } = queue;
  const late = oldestDueAt ? (Date.parse(now) - Date.parse(oldestDueAt)) / 1000 : 0;
  const behind = oldestDueAt ? formatRelative(oldestDueAt, Date.parse(now)) : "";
  const waiting = [
    `${upTo(ready)} due${breakers.length > 0 ? " or behind open circuits" : ""}`,
    `${upTo(scheduled)} scheduled`,
    ...(held ? [`${upTo(held)} paused`] : []),
  ];
  return {
    name: "Queue",
    tone: late > veryLateSeconds ? "bad" : late > lateSeconds ? "warn" : "good",
    value: late > lateSeconds ? `${behind.replace(" ago", "")} behind` : "No delay",
    detail: waiting.join(", "),
  };
}

export function workersPart({ workers }: System): Part {
  const alive = workers.filter((worker) => worker.alive).length;
  const lost = workers.length - alive;
  return {
    name: "Workers",
    tone: alive === 0 ? "bad" : lost > 0 ? "warn" : "good",
    value: alive === 0 ? "None running" : `${alive} running`,
    detail: lost > 0 ? `${lost} lost in the last hour` : "last heartbeat within 10 s",
  };
}

function failedPart({ failed24h }: System): Part {
  return {
    name: "Failed, last 24 h",
    tone: failed24h > 0 ? "warn" : "good",
    value: formatCount(failed24h),
    detail: "deliveries without attempts left",
    href: "/deliveries?status=failed&since=24h",
  };
}

function clockPart({ database: { clockSkewMs } }: System): Part {
  const way = clockSkewMs < 0 ? "behind" : "ahead of";
  const part = {
    name: "Clock difference",
    value: formatDuration(Math.abs(clockSkewMs)),
    detail: `database ${way} web process`,
  };
  if (Math.abs(clockSkewMs) <= oddClockMs) return { ...part, tone: "good" };
  return { ...part, tone: "warn", detail: `${part.detail}; signatures carry a timestamp` };
}

function migrationsPart({ database: { migration, migrationsMissing } }: System): Part {
  const missing = migrationsMissing > 0;
  return {
    name: "Migrations",
    tone: missing ? "bad" : "good",
    value: missing ? `${migrationsMissing} missing` : "Up to date",
    detail: migration,
  };
}

function retentionPart({ retention, now }: System): Part {
  const { days, ranAt, succeeded } = retention;
  const kept = `keeps ${formatPlural(days, "day")}`;
  if (!ranAt) return { name: "Retention", tone: "idle", value: "Not run yet", detail: kept };
  const late = Date.parse(now) - Date.parse(ranAt) > choreMs;
  return {
    name: "Retention",
    tone: succeeded && !late ? "good" : "warn",
    value: succeeded ? `Ran ${formatRelative(ranAt, Date.parse(now))}` : "Last run failed",
    detail: kept,
  };
}

export const systemParts = [
  databasePart,
  queuePart,
  workersPart,
  failedPart,
  clockPart,
  migrationsPart,
  retentionPart,
] as const;

function upTo(count: number): string {
  return count >= most ? `${formatCount(most)}+` : formatCount(count);
}
