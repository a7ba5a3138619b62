import type { Queries } from "@/db/client";
import type { Capacity, LaneNumber } from "./capacity";
import type { Claims } from "./claim";
import type { Stored, StoredEvent } from "./enqueue";
import type { NewEvent } from "./new-event";
import type { Result } from "./result";

/** Input side of the queue: stores events and creates their deliveries. */
export type EventQueue = {
  /** Stores events with their deliveries, all or none. Returns them in the same order. */
  enqueue(newEvents: NewEvent[], isAborted?: IsAborted): Promise<StoredEvent[]>;
  /** Hints to the workers that deliveries are due. */
  wake(): void;
  /** Returns the same queue inside a transaction: see `runInTransaction`. */
  withTransaction(transaction: Queries): TransactionQueue;
};

/** Queue inside a transaction. Hand-offs and notifications wait until `committed` is called. */
export type TransactionQueue = EventQueue & { committed(): void; rolledBack(): void };

/** Output side of the queue: workers claim deliveries and record their results. */
export type DeliveryQueue = {
  claim(lane: LaneNumber, capacity: Capacity, floor: Date | null): Promise<Claims>;
  /** Records results. Returns how many leases still stood: a result after its lease changes nothing. */
  complete(results: Result[]): Promise<number>;
};

/** Deliveries that were stored with a lease, and the webhooks that have more in lane 1. */
export type HandedOver = Pick<Stored, "claimed" | "lane1Webhooks">;

/** Worker in the same process, or the way to others. It receives freshly stored deliveries, already leased to it. */
export type HandOff = {
  /** Returns the capacity for rows of these accounts, or of all. */
  capacity(accountIds?: ReadonlySet<string>): Capacity;
  take(stored: HandedOver): void;
};

/** Returns true once the caller no longer waits. Events that are not being stored by then are dropped. */
export type IsAborted = () => boolean;

/** Returns the event queue for one request, which may be aborted. */
export function eventQueueUnless(eventQueue: EventQueue, isAborted: IsAborted): EventQueue {
  return { ...eventQueue, enqueue: (newEvents) => eventQueue.enqueue(newEvents, isAborted) };
}
