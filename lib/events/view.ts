import type { EventName } from "@/db/enums";

/** Time spans of the list; `null` is the whole retention. */
export const eventSpans = { "1h": 3_600_000, "24h": 86_400_000, "7d": 604_800_000 } as const;
export type EventSpan = keyof typeof eventSpans;

/** Limit of the API; the page's URL may hold longer text. */
const longestId = 2048;

/** Filters of published events, as in the page's URL. */
export type EventLogView = {
  account: string | null;
  type: EventName | null;
  since: EventSpan | null;
  q: string;
};

/** Returns a view as the API's filter. `now` is the end of its time span. */
export function queryOf({ account, type, since, q }: EventLogView, now: number) {
  return {
    ...(account && { account }),
    ...(type !== null && { event: type }),
    ...(since !== null && { since: new Date(now - eventSpans[since]).toISOString() }),
    ...(q.trim() !== "" && { q: q.trim().slice(0, longestId) }),
  };
}
