import type { Cause, EventName, StatusWord, Trigger } from "@/db/enums";

/** How far back a log looks; none is as far as it is kept. */
export const spans = {
  "15m": 900_000,
  "1h": 3_600_000,
  "24h": 86_400_000,
  "7d": 604_800_000,
  "30d": 2_592_000_000,
} as const;
export type Span = keyof typeof spans;

/** Causes as an address names them. */
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
  internal: "internal",
} as const satisfies Record<string, Cause>;
export type Code = keyof typeof causeOf;

/** What of the log is looked at: the filters as the page's address names them. */
export type DeliveryView = {
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

/** A view as the API's own filter, as of `now`. */
export function queryOf(view: DeliveryView, now: number) {
  const { status, event, webhook, code, trigger, q } = view;
  return {
    ...(status.length > 0 && { status: status.join(",") }),
    ...(event.length > 0 && { event: event.join(",") }),
    ...(webhook.length > 0 && { webhook: webhook.join(",") }),
    ...(code.length > 0 && { cause: code.map((one) => causeOf[one]).join(",") }),
    ...(trigger.length > 0 && { trigger: trigger.join(",") }),
    ...timesOf(view, now),
    ...(q !== "" && { q }),
  };
}

/** A beginning and an end where both are given; an end before the beginning says nothing. */
function timesOf({ since, from, to }: DeliveryView, now: number) {
  if (since) return { since: new Date(now - spans[since]).toISOString() };
  const isOdd = from && to && from >= to;
  return {
    ...(from && { from: from.toISOString() }),
    ...(to && !isOdd && { to: to.toISOString() }),
  };
}
