import { causeWords } from "@/components/deliveries/causes";
import type { Cause } from "@/db/enums";
import { formatCount, formatPlural } from "@/lib/format";
import type { Stats, StatsView } from "@/lib/stats/queries";

/** "98.2 %": rounded down, for 100 % means all. */
export function formatRate(rate: number): string {
  if (rate === 1) return "100 %";
  return `${(Math.floor(rate * 1000) / 10).toFixed(1)} %`;
}

/** "HTTP 503", or the cause in two words. */
export function causeInShort(cause: Cause, statusCode?: number | undefined): string {
  const isHttp = cause.startsWith("http_") || cause === "gone";
  return isHttp && statusCode !== undefined ? `HTTP ${statusCode}` : causeWords[cause].short;
}

/** "18 s", "4 min" */
export function formatSeconds(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}

export function rangeInWords(view: StatsView): string {
  if (!("since" in view)) return "in this range";
  return {
    "15m": "in the last 15 minutes",
    "1h": "in the last hour",
    "24h": "in the last 24 hours",
    "7d": "in the last 7 days",
    "30d": "in the last 30 days",
  }[view.since];
}

type Bucket = Stats["series"][number];

/** Returns retried and failed attempts in words, or nothing when there are none. */
export function troubleInWords({ retrying, failed }: Omit<Bucket, "at">): string | undefined {
  const parts = [
    failed > 0 && `${formatCount(failed)} failed`,
    retrying > 0 && `${formatPlural(retrying, "attempt")} to be retried`,
  ];
  return parts.filter(Boolean).join(" · ") || undefined;
}

/** Returns a range in the terms of the log's address. Figures of 15 minutes begin on a whole minute. */
export function timesOf(view: StatsView, { from }: { from: string }): StatsView | { from: string } {
  return "since" in view && view.since === "15m" ? { from } : view;
}
