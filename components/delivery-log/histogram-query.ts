import { causeOf, type DeliveryView, spans } from "@/lib/deliveries/view";
import type { StatsChoice, StatsView } from "@/lib/stats/queries";

type Range = StatsView | { from: string };
const dayMs = spans["24h"];
/** Longer ranges may be too much to read again at each change. */
const liveUpToMs = dayMs;
const halfHourMs = 1_800_000;

/** Returns the statistics query for the filters, which `hasHistogram` has admitted. */
export function histogramQuery(view: DeliveryView, retentionDays: number, now: number) {
  const { account, webhook, event, code } = view;
  const choice: StatsChoice = {
    // The chart shows none. Over many webhooks they take longer to read than all else.
    omit: "durations",
    ...(account && { account }),
    ...(webhook.length > 0 && { webhook: webhook.join(",") }),
    ...(event.length > 0 && { event: event.join(",") }),
    ...(code.length > 0 && { cause: code.map((one) => causeOf[one]).join(",") }),
  };
  const range = rangeOf(view, retentionDays, now);
  return { range, choice, isLive: lengthMs(range, now) <= liveUpToMs };
}

/** Returns the time that the log covers; without a start, that is the whole retention. */
function rangeOf({ since, from, to }: DeliveryView, retentionDays: number, now: number): Range {
  if (since) return { since };
  const oldest = now - retentionDays * dayMs;
  const start = iso(from ?? Math.floor(oldest / halfHourMs) * halfHourMs);
  const end = to && iso(to);
  return end && start < end ? { from: start, to: end } : { from: start };
}

function lengthMs(range: Range, now: number): number {
  if ("since" in range) return spans[range.since];
  return ("to" in range ? Date.parse(range.to) : now) - Date.parse(range.from);
}

function iso(time: Date | number): string {
  return new Date(time).toISOString();
}
