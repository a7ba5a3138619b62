import { type Counts, outcomes } from "@/components/stats/outcomes";
import type { Cause } from "@/db/enums";
import { causeNames } from "@/lib/deliveries/cause-names";
import { dot, formatCompact, formatCount, formatQuantity } from "@/lib/format";
import type { Stats, StatsView } from "@/lib/stats/queries";

/** "HTTP 503", or the cause in two words. */
export function causeInShort(cause: Cause, statusCode?: number | undefined): string {
  const isHttp = cause.startsWith("http_") || cause === "gone";
  return isHttp && statusCode !== undefined ? `HTTP ${statusCode}` : causeNames[cause];
}

/** "60,757", from a hundred thousand on "1.2M": what a card has room for. */
export function amountInShort(amount: number): string {
  return amount < 100_000 ? formatCount(amount) : formatCompact(amount);
}

/** "18 s", "4 min" */
export function formatSeconds(seconds: number): string {
  if (seconds < 90) return formatQuantity(Math.round(seconds), "s");
  if (seconds < 5400) return formatQuantity(Math.round(seconds / 60), "min");
  return formatQuantity(Math.round(seconds / 3600), "h");
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

/** Returns the parts of the total: "9 delivered, 1 failed, 0 cancelled, 3 pending (2 retrying)". */
export function totalInWords(totals: Stats["totals"]): string {
  const { delivered, failed, cancelled, pending = 0, retrying } = totals;
  const ended = Object.entries({ delivered, failed, cancelled }).map(
    ([name, count]) => `${formatCount(count)} ${name}`,
  );
  return `${ended.join(", ")}, ${formatCount(pending)} pending (${formatCount(retrying)} retrying)`;
}

/**
 * Returns the delivered share, undefined before the first attempt. Deliveries that a pause or an open circuit holds back
 * count as not delivered: without them the share would be high while receivers are down.
 */
export function deliveredShare(totals: Stats["totals"]): number | undefined {
  const { delivered, failed, retrying, pending = retrying } = totals;
  if (delivered + failed + retrying === 0) return undefined;
  return delivered / (delivered + failed + pending);
}

/** Returns the deliveries that were not delivered in words, or nothing when there are none. */
export function troubleInWords(counts: Counts): string | undefined {
  const parts = (["failed", "retrying", "pending", "cancelled"] as const).flatMap((key) =>
    counts[key] ? `${formatCount(counts[key])} ${outcomes[key].name.toLowerCase()}` : [],
  );
  return parts.join(dot) || undefined;
}
