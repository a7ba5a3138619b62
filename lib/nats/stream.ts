import type { JetStreamManager } from "@nats-io/jetstream";
import { log } from "@/lib/log";
import { longestLeaseMs } from "@/lib/queue/lease";

const nanos = (ms: number) => ms * 1_000_000;
/** A message that was not acknowledged by then is sent again, as after a broken connection. */
const ackWaitMs = 1000;
/** A consumer without a worker is removed after this time. */
const idleMs = 30_000;

export const streamName = "postback_deliveries";
/** Each worker has a subject. Messages are for the worker that owned the webhook when they were published. */
export const deliverySubject = (workerId: string): string => `postback.deliveries.${workerId}`;
/** Workers publish their capacity on this subject, outside of the stream. */
export const capacitySubject = "postback.capacity";
/** Workers confirm messages to the process that published them on this subject, outside of the stream. */
export const confirmationSubject = (publisher: string): string => `postback.taken.${publisher}`;
/** Publishers grant a worker the messages that it confirmed on this subject, outside of the stream. */
export const grantSubject = (workerId: string): string => `postback.granted.${workerId}`;

/**
 * Creates the stream, or raises the number of its replicas. It is in memory, because Postgres has every row:
 * losing the stream costs time only. When it is full it refuses messages, and their rows are released at once.
 *
 * The number is never lowered, so that workers with different settings do not undo each other's changes. If it cannot be raised,
 * because too few servers run, the stream is used as it is.
 */
export async function ensureStream(manager: JetStreamManager, replicas: number): Promise<void> {
  const known = await manager.streams.info(streamName).catch(() => null);
  if (known) {
    if (known.config.num_replicas >= replicas) return;
    await manager.streams
      .update(streamName, { num_replicas: replicas })
      .catch((error) => log.warn({ err: error, replicas }, "replicas of the stream not raised"));
    return;
  }
  await manager.streams.add({
    name: streamName,
    subjects: [deliverySubject("*")],
    retention: "workqueue",
    storage: "memory",
    discard: "new",
    // By then the leases of a message have ended, so it is of no use.
    max_age: nanos(longestLeaseMs),
    max_msgs: 100_000,
    num_replicas: replicas,
  });
}

/** Creates the consumer of a worker unless it exists. */
export async function ensureConsumer(manager: JetStreamManager, workerId: string): Promise<void> {
  await manager.consumers.add(streamName, {
    name: workerId,
    filter_subject: deliverySubject(workerId),
    ack_policy: "explicit",
    ack_wait: nanos(ackWaitMs),
    max_ack_pending: -1,
    inactive_threshold: nanos(idleMs),
    mem_storage: true,
  });
}
