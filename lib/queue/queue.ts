import type { Queries } from "@/db/client";
import { enqueue, type Happening, type Told } from "./enqueue";

/** The door to where deliveries wait; nothing outside `lib/queue` and the worker knows where that is. */
export type Queue = {
  /** Stores events with their deliveries, all or none; answers in the same order, after the commit. */
  enqueue(happenings: Happening[]): Promise<Told[]>;
  /** A hint to the workers that something is due. */
  wake(): void;
};

/** The queue as part of a transaction: nobody is woken before its commit, which is the caller's to tell. */
export function queueWithin(transaction: Queries) {
  const queue = {
    woken: false,
    enqueue: (happenings: Happening[]) => enqueue(transaction, happenings),
    wake: () => {
      queue.woken = true;
    },
  };
  return queue satisfies Queue;
}
