import type { Cause, EventName, StatusWord, Trigger } from "@/db/enums";

const minuteMs = 60_000;
/** Time spans that a log can show; null is the whole retention. */
export const spans = {
  "15m": 15 * minuteMs,
  "1h": 60 * minuteMs,
  "24h": 1440 * minuteMs,
  "7d": 10_080 * minuteMs,
  "30d": 43_200 * minuteMs,
} as const;
export type Span = keyof typeof spans;

/** Minutes in a bucket of statistics of a span. */
const buckets: Record<Span, number> = { "15m": 1, "1h": 2, "24h": 30, "7d": 240, "30d": 1440 };

/** Returns the start of a span until now, as statistics have it: of whole buckets, the last of which is not over. */
export function startOf(span: Span, now: number): Date {
  const bucketMs = buckets[span] * minuteMs;
  return new Date(Math.ceil((now + 1) / bucketMs) * bucketMs - spans[span]);
}

/** Columns of the log that can be hidden, in their order. */
export const logColumns = [
  "status",
  "event",
  "subject",
  "webhook",
  "response",
  "attempts",
  "next",
] as const;
export type LogColumn = (typeof logColumns)[number];

/** Causes by their name in the page's URL. */
export const causeOf = {
  "4xx": "http_4xx",
  "429": "http_429",
  "5xx": "http_5xx",
  timeout: "timeout",
  dns: "dns",
  tls: "tls",
  connect: "connect",
  redirect: "redirect",
  gone: "gone",
  blocked: "blocked",
  body: "body",
  protocol: "protocol",
  internal: "internal",
} as const satisfies Record<string, Cause>;
export type Code = keyof typeof causeOf;
export const codes = Object.keys(causeOf) as Code[];

/** Returns a list parameter of the API as an array. Accepts an array, or text separated by commas. */
export function listed(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "string" ? value.split(",").filter(Boolean) : [];
}

/** Filters of the log, as in the page's URL. */
export type DeliveryView = {
  account: string | null;
  status: StatusWord[];
  event: EventName[];
  webhook: string[];
  code: Code[];
  trigger: Trigger[];
  since: Span | null;
  from: Date | null;
  to: Date | null;
  q: string;
};

/** Returns a view as the API's filter. `now` is the end of its time span. */
export function queryOf(view: DeliveryView, now: number): Record<string, string> {
  const { account, status, event, webhook, code, trigger, q } = view;
  const words = {
    account,
    status: status.join(),
    event: event.join(),
    webhook: webhook.join(),
    cause: code.map((one) => causeOf[one]).join(),
    trigger: trigger.join(),
    ...timesOf(view, now),
    q,
  };
  return Object.fromEntries(
    Object.entries(words).flatMap(([name, word]) => (word ? [[name, word]] : [])),
  );
}

/**
 * Returns the time range of a view. As in charts and figures, it is that of the end of deliveries, and includes those that have
 * not ended. Leaves out an end that is before the start.
 */
function timesOf({ since, from, to }: DeliveryView, now: number) {
  const begin = since ? startOf(since, now) : from;
  const end = since || (begin && to && begin >= to) ? null : to;
  return { endedFrom: begin?.toISOString(), endedTo: end?.toISOString() };
}
