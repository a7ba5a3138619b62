import type { Cause, EventName, StatusWord, Trigger } from "@/db/enums";

/** Time spans that a log can show; null is the whole retention. */
export const spans = {
  "15m": 900_000,
  "1h": 3_600_000,
  "24h": 86_400_000,
  "7d": 604_800_000,
  "30d": 2_592_000_000,
} as const;
export type Span = keyof typeof spans;

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

const endings: readonly StatusWord[] = ["delivered", "failed", "cancelled"];

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
 * Returns whether the times of a view are those of the end, as in charts and figures: deliveries that failed in the last
 * hour, whenever they were created.
 */
export function selectsByEnd({ status }: Pick<DeliveryView, "status">): boolean {
  return status.length > 0 && status.every((one) => endings.includes(one));
}

/** Returns the time range of a view, by creation or by end. Leaves out an end that is before the start. */
function timesOf(view: DeliveryView, now: number): Record<string, string | undefined> {
  const { since } = view;
  const from = since ? new Date(now - spans[since]) : view.from;
  const to = since || (from && view.to && from >= view.to) ? null : view.to;
  const [begin, end] = selectsByEnd(view) ? ["endedFrom", "endedTo"] : ["from", "to"];
  return { [begin]: from?.toISOString(), [end]: to?.toISOString() };
}
