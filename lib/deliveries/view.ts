import type { DeliveryStatus, EventName } from "@/db/enums";

/** How far back a log looks; `null` is as far as it is kept. */
export const spans = { "1h": 3_600_000, "24h": 86_400_000, "7d": 604_800_000 } as const;
export type Span = keyof typeof spans;

/** What of the log is looked at: the filters as the page's address names them. */
export type DeliveryView = {
  status: DeliveryStatus[];
  event: EventName[];
  webhook: string | null;
  since: Span | null;
};

/** A view as the API's own filter, as of `now`. */
export function queryOf({ status, event, webhook, since }: DeliveryView, now: number) {
  return {
    ...(status.length > 0 && { status: status.join(",") }),
    ...(event.length > 0 && { event: event.join(",") }),
    ...(webhook !== null && { webhook }),
    ...(since !== null && { since: new Date(now - spans[since]).toISOString() }),
  };
}
