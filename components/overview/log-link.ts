import type { Cause } from "@/db/enums";
import type { StatsView } from "@/lib/stats/queries";

type Filter = { status?: string; event?: string; webhook?: string; cause?: Cause | undefined };
type Times = { from: string; to?: string };

/** The deliveries behind a figure, in the log or for a replay. */
export function logLink(filter: Filter, view: StatsView | Times, page = "/deliveries"): string {
  const { cause, ...words } = filter;
  const query = Object.entries({ ...words, ...(cause && { code: codeOf(cause) }), ...view });
  // Commas and colons stand for themselves in a query: an address that can be read.
  const text = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  return `${page}?${text.replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
}

/** A range as the log's address names it, which has no word for minutes. */
export function timesOf(view: StatsView, { from }: { from: string }): StatsView | Times {
  return "since" in view && view.since === "15m" ? { from } : view;
}

/** `http_5xx` reads as `5xx` in an address. */
function codeOf(cause: Cause): string {
  return cause.replace("http_", "");
}

/** The log goes by when deliveries were made, which is a little before they failed. */
export function minuteBefore(iso: string): string {
  const minuteMs = 60_000;
  return new Date((Math.floor(Date.parse(iso) / minuteMs) - 1) * minuteMs).toISOString();
}
