import type { EventName } from "@/db/enums";

/** How far back the list looks; `null` is as far as it is kept. */
export const eventSpans = { "1h": 3_600_000, "24h": 86_400_000, "7d": 604_800_000 } as const;
export type EventSpan = keyof typeof eventSpans;

/** As the API takes it; an address may hold anything. */
const longestId = 2048;

/** What of the published events is looked at: the filters as the page's address names them. */
export type EventLogView = { type: EventName | null; since: EventSpan | null; q: string };

/** A view as the API's own filter, as of `now`. */
export function queryOf({ type, since, q }: EventLogView, now: number) {
  return {
    ...(type !== null && { event: type }),
    ...(since !== null && { since: new Date(now - eventSpans[since]).toISOString() }),
    ...(q.trim() !== "" && { q: q.trim().slice(0, longestId) }),
  };
}
