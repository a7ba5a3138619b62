import {
  formatBytes,
  formatCount,
  formatDuration,
  formatPlural,
  formatQuantity,
  formatRelative,
} from "@/lib/format";
import type { System } from "@/lib/system/queries";
import { type Part, queuePart, workersPart } from "./sending-parts";

const slowMs = 250;
const oddClockMs = 2000;
const choreMs = 3 * 3_600_000;

function databasePart({ database: { latencyMs, bytes } }: System): Part {
  const tone = latencyMs > slowMs ? "warn" : "good";
  return {
    name: "Database",
    tone,
    value: formatQuantity(latencyMs, "ms"),
    detail: `latency, ${formatBytes(bytes)} stored`,
  };
}

function failedPart({ failed24h }: System): Part {
  return {
    name: "Failed, last 24 h",
    tone: failed24h > 0 ? "warn" : "good",
    value: formatCount(failed24h),
    detail: "deliveries that are not retried any more",
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
