import type { Queries } from "@/db/client";
import type { ResponseHeaders } from "@/lib/protocol/response-headers";
import type { Backlog } from "@/lib/queue/backlog";
import type { HeldDeliveries } from "@/lib/queue/held";
import type { NewEvent } from "@/lib/queue/new-event";
import type { EventQueue, IsAborted, TransactionQueue } from "@/lib/queue/queue";
import type { PublishingQuota } from "./quota";

/** Limits of every account, as far as this process knows them. */
type EventLimits = { quota: PublishingQuota; backlog: Backlog; held: HeldDeliveries };

/** Events taken of the quota of an account. */
type Taken = { accountId: string; events: number };

/**
 * Wraps the event queue for one request. Each event is checked against the limits of its account before it is stored, except
 * tests. `headers` are those of the response. Idempotent repeats are answered before they reach the event queue, so they are
 * not counted again.
 */
export function limitedEventQueue(
  eventQueue: EventQueue,
  limits: EventLimits,
  headers: ResponseHeaders,
): EventQueue {
  return limited({ eventQueue, limits, headers, keep() {} });
}

/** `keep` receives what stored events took. A rollback of the enclosing transaction returns it. */
type Limited = {
  eventQueue: EventQueue;
  limits: EventLimits;
  headers: ResponseHeaders;
  keep: (taken: Taken[]) => void;
};

function limited({ eventQueue, keep, ...request }: Limited): EventQueue {
  const { quota, backlog, held } = request.limits;

  function giveBack(all: Taken[]): void {
    for (const { accountId, events } of all) quota.giveBack(accountId, events);
  }

  async function enqueue(newEvents: NewEvent[], isAborted?: IsAborted) {
    const taken: Taken[] = [];
    try {
      held.assertMayHold(newEvents);
      for (const [accountId, events] of countByAccount(newEvents)) {
        backlog.assertBelowLimit(accountId);
        const left = await quota.take(accountId, events);
        taken.push({ accountId, events });
        request.headers.setAll(left);
      }
      const stored = await eventQueue.enqueue(newEvents, isAborted);
      newEvents.forEach(({ accountId }, n) => {
        backlog.add(accountId, stored[n]?.waiting ?? 0);
        held.add(accountId, stored[n]?.parked ?? 0);
      });
      keep(taken);
      return stored;
    } catch (error) {
      giveBack(taken);
      throw error;
    }
  }

  function withTransaction(transaction: Queries): TransactionQueue {
    const inner = eventQueue.withTransaction(transaction);
    const all: Taken[] = [];
    return {
      ...limited({ ...request, eventQueue: inner, keep: (taken) => void all.push(...taken) }),
      committed() {
        inner.committed();
        keep(all);
      },
      rolledBack() {
        inner.rolledBack();
        giveBack(all);
      },
    };
  }

  return { ...eventQueue, enqueue, withTransaction };
}

function countByAccount(newEvents: NewEvent[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { accountId, testOf } of newEvents) {
    if (testOf === undefined) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
  }
  return counts;
}
