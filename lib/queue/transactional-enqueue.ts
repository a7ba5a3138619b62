import type { Queries } from "@/db/client";
import { type Capacity, noCapacity } from "./capacity";
import { enqueue, inTransaction, type Stored } from "./enqueue";
import type { NewEvent } from "./new-event";
import type { TransactionQueue } from "./queue";

/** Receives after the commit what was stored: the queue of the process, or the enclosing transaction. */
type Outer = { capacity(newEvents: NewEvent[]): Capacity; accept(stored: Stored): void };

const noOuter: Outer = { capacity: () => noCapacity, accept() {} };

/** Returns the event queue inside a transaction. Without `outer`, workers find the deliveries by polling. */
export function transactionalEventQueue(
  transaction: Queries,
  outer: Outer = noOuter,
): TransactionQueue {
  const all: Stored[] = [];
  const accept = (stored: Stored) => void all.push(stored);
  return {
    async enqueue(newEvents) {
      const { events, ...stored } = await enqueue(
        inTransaction(transaction),
        newEvents,
        outer.capacity(newEvents),
      );
      accept(stored);
      return events;
    },
    wake: () =>
      accept({ claimed: [], lane1Webhooks: [], isLeft: true, isDeferred: false, accountIds: [] }),
    withTransaction: (inner) =>
      transactionalEventQueue(inner, { capacity: outer.capacity, accept }),
    committed: () => all.forEach(outer.accept),
    rolledBack() {},
  };
}
