import { addressReader, addressWriter } from "@/components/address/field";
import { causeOf, codes, type DeliveryView, listed, startOf } from "@/lib/deliveries/view";
import { capitalize } from "@/lib/words";
import { logAddress } from "./log-address";

const read = addressReader(logAddress);
const write = addressWriter(logAddress);

/**
 * A filter as the API takes it: lists are arrays or comma-separated words, causes are named `cause`, and times of the end
 * `endedFrom` and `endedTo`.
 */
export type LogFilter = { cause?: unknown; endedFrom?: unknown; endedTo?: unknown } & Partial<
  Record<Exclude<keyof DeliveryView, "code">, unknown>
>;

/** Returns the address of the log, or of another page with the same grammar, with this filter set. */
export function logLink(
  { cause, endedFrom: from, endedTo: to, ...filter }: LogFilter,
  page = "/deliveries",
): string {
  const words = new URLSearchParams();
  const code = listed(cause).map((each) => codes.find((one) => causeOf[one] === each) ?? each);
  for (const [name, value] of Object.entries({ from, to, ...filter, code })) {
    if (value) words.set(name, String(value));
  }
  return write(page, read(words));
}

/** Returns the address of this log at another time, with its other filters. */
export function zoomAddress(view: DeliveryView, times: Pick<DeliveryView, "from" | "to">): string {
  return write(window.location.pathname, shownIn({ ...view, since: null, ...times }));
}

/** Returns a link to exactly this view. Relative times become absolute, so that it shows the same rows tomorrow. */
export function linkTo(view: DeliveryView, now: number): string {
  const { origin, pathname } = window.location;
  const { since } = view;
  const fixed = since
    ? { ...view, since: null, from: startOf(since, now), to: new Date(now) }
    : view;
  return origin + write(pathname, shownIn(fixed));
}

/** Returns the title of the log: its filters, then its name. */
export function logTitle({ status, event, code, q }: DeliveryView): string {
  const words = status.map(capitalize);
  const parts = [words.join(", "), event.join(", "), code.join(", "), q && `“${q}”`, "Deliveries"];
  return parts.filter(Boolean).join(" · ");
}

/** Drops the webhook filter on a webhook's own tab, where the path names the webhook. */
function shownIn(view: DeliveryView): DeliveryView {
  return window.location.pathname.startsWith("/webhooks/") ? { ...view, webhook: [] } : view;
}

const minuteMs = 60_000;

/** Start of the minute of `iso`. Incidents count by minutes, from that of their first failure. */
export function minuteOf(iso: string): string {
  return new Date(Math.floor(Date.parse(iso) / minuteMs) * minuteMs).toISOString();
}
