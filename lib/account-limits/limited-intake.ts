import type { NewEvent } from "@/lib/queue/new-event";
import type { EventQueue, IsAborted } from "@/lib/queue/queue";
import type { PublishingQuota } from "./quota";

/**
 * Wraps the intake for one request. Counts each event against the limits of its account before it is stored, except
 * tests. `headers` are those of the response. Idempotent repeats are answered before they reach the intake, so they are
 * not counted again.
 */
export function limitedIntake<I extends EventQueue>(
  intake: I,
  quota: PublishingQuota,
  headers: Headers,
): I {
  async function enqueue(newEvents: NewEvent[], isAborted?: IsAborted) {
    const taken: [string, number][] = [];
    try {
      for (const [accountId, events] of countByAccount(newEvents)) {
        const left = await quota.take(accountId, events);
        taken.push([accountId, events]);
        for (const [name, value] of Object.entries(left)) headers.set(name, value);
      }
      return await intake.enqueue(newEvents, isAborted);
    } catch (error) {
      for (const [accountId, events] of taken) quota.giveBack(accountId, events);
      throw error;
    }
  }
  return {
    ...intake,
    enqueue,
    within: (transaction) => limitedIntake(intake.within(transaction), quota, headers),
  };
}

function countByAccount(newEvents: NewEvent[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { accountId, testOf } of newEvents) {
    if (testOf === undefined) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
  }
  return counts;
}
