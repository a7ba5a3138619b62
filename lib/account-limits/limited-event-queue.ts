import type { ResponseHeaders } from "@/lib/protocol/response-headers";
import type { Backlog } from "@/lib/queue/backlog";
import type { NewEvent } from "@/lib/queue/new-event";
import type { EventQueue, IsAborted } from "@/lib/queue/queue";
import type { PublishingQuota } from "./quota";

/** Limits of every account, as far as this process knows them. */
export type EventLimits = { quota: PublishingQuota; backlog: Backlog };

/**
 * Wraps the event queue for one request. Each event is checked against the limits of its account before it is stored, except
 * tests. `headers` are those of the response. Idempotent repeats are answered before they reach the event queue, so they are
 * not counted again.
 */
export function limitedEventQueue<I extends EventQueue>(
  eventQueue: I,
  limits: EventLimits,
  headers: ResponseHeaders,
): I {
  const { quota, backlog } = limits;

  async function enqueue(newEvents: NewEvent[], isAborted?: IsAborted) {
    const taken: [string, number][] = [];
    try {
      for (const [accountId, events] of countByAccount(newEvents)) {
        backlog.assertBelowLimit(accountId);
        const left = await quota.take(accountId, events);
        taken.push([accountId, events]);
        headers.setAll(left);
      }
      const stored = await eventQueue.enqueue(newEvents, isAborted);
      newEvents.forEach(({ accountId }, n) => {
        backlog.add(accountId, stored[n]?.waiting ?? 0);
      });
      return stored;
    } catch (error) {
      for (const [accountId, events] of taken) quota.giveBack(accountId, events);
      throw error;
    }
  }
  return {
    ...eventQueue,
    enqueue,
    withTransaction: (transaction) =>
      limitedEventQueue(eventQueue.withTransaction(transaction), limits, headers),
  };
}

function countByAccount(newEvents: NewEvent[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { accountId, testOf } of newEvents) {
    if (testOf === undefined) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
  }
  return counts;
}
