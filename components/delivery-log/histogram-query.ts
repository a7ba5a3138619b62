import { causeOf, type DeliveryView, spans } from "@/lib/deliveries/view";
import type { StatsChoice, StatsView } from "@/lib/stats/queries";

type Range = StatsView | { from: string };
const dayMs = spans["24h"];
const halfHourMs = 1_800_000;

/** Returns the statistics query for the filters, or undefined for filters that statistics do not support. */
export function histogramQuery(view: DeliveryView, now: number) {
  const { account, webhook, event, code, status, trigger, q } = view;
  const known = status.every((word) => word === "delivered" || word === "failed");
  if (!known || q !== "" || trigger.length > 0) return undefined;
  const choice: StatsChoice = {
    ...(account && { account }),
    ...(webhook.length > 0 && { webhook: webhook.join(",") }),
    ...(event.length > 0 && { event: event.join(",") }),
    ...(code.length > 0 && { cause: code.map((one) => causeOf[one]).join(",") }),
  };
  return { range: rangeOf(view, now), choice };
}

/** Returns the range to draw; an unbounded log shows the last 24 hours. */
function rangeOf({ since, from, to }: DeliveryView, now: number): Range {
  if (since === "30d")
    return { from: iso(Math.floor((now - spans[since]) / halfHourMs) * halfHourMs) };
  if (since) return { since };
  if (from && to && from < to) return { from: iso(from), to: iso(to) };
  if (from) return { from: iso(from) };
  if (to) return { from: iso(to.getTime() - dayMs), to: iso(to) };
  return { since: "24h" };
}

function iso(time: Date | number): string {
  return new Date(time).toISOString();
}
