import type { Capacity } from "@/lib/queue/capacity";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";

/** A leased delivery without what only its own process understands. Secrets and headers are encrypted, as in the database. */
type Message = Omit<LeasedDelivery, "now" | "claimedAt"> & { now: string; publisher: string };

/** Capacity that a worker reports. */
export type Report = { workerId: string; capacity: Capacity };

/** Time after which a publisher releases the lease of a message that no worker confirmed. Not measured. */
export const unknownMs = 1250;

/** Identifies a message. A worker confirms it to its publisher by this key, and is granted it by the same. */
export const keyOf = ({ deliveryId, lease }: LeasedDelivery): string => `${deliveryId} ${lease}`;

/** @param publisher id of the process that wants the confirmation */
export function encodeDelivery(
  { claimedAt: _, ...delivery }: LeasedDelivery,
  publisher: string,
): string {
  return JSON.stringify({ ...delivery, publisher });
}

/** @param claimedAtOf converts a time of the database to the monotonic clock of this process */
export function decodeDelivery(text: string, claimedAtOf: (now: Date) => number) {
  const { publisher, ...message }: Message = JSON.parse(text);
  const now = new Date(message.now);
  const row: LeasedDelivery = { ...message, now, claimedAt: claimedAtOf(now) };
  return { publisher, row };
}
