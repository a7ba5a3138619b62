import type { Capacity } from "@/lib/queue/capacity";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";

/** A leased delivery without what only its own process understands. Secrets and headers are encrypted, as in the database. */
type Message = Omit<LeasedDelivery, "now" | "claimedAt"> & { now: string };

/** Capacity that a worker reports. */
export type Report = { workerId: string; capacity: Capacity };

/**
 * A worker takes a message only while its lease is younger than this. Otherwise it releases the lease.
 * @see unknownMs the publisher releases a lease only when the worker can no longer take it
 */
export const takeMs = 750;

/** Time after which a publisher without an answer releases the lease. Longer than `takeMs`. */
export const unknownMs = 1000;

export function encodeDelivery({ claimedAt: _, ...delivery }: LeasedDelivery): string {
  return JSON.stringify(delivery);
}

/** @param claimedAtOf converts a time of the database to the monotonic clock of this process */
export function decodeDelivery(text: string, claimedAtOf: (now: Date) => number): LeasedDelivery {
  const message: Message = JSON.parse(text);
  const now = new Date(message.now);
  return { ...message, now, claimedAt: claimedAtOf(now) };
}
