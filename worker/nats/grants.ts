import type { NatsConnection } from "@nats-io/transport-node";
import { type decodeDelivery, keyOf } from "@/lib/nats/message";
import { confirmationSubject, grantSubject } from "@/lib/nats/stream";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";

/** Time in which a publisher must grant a delivery. Not measured. */
const grantMs = 500;

type Received = ReturnType<typeof decodeDelivery>;

type Options = {
  /** Takes a delivery that its publisher granted. */
  take(row: LeasedDelivery): void;
  /** Gives back leases that no publisher granted in time. */
  giveBack(rows: LeasedDelivery[]): void;
};

/**
 * Returns a function that confirms a message to its publisher, and takes the delivery once the publisher has granted it.
 *
 * The publisher releases a lease that no worker has confirmed, so a worker must not send before it knows that the
 * confirmation arrived: the request would hold no lease, and would not be logged. If the confirmation or the grant is lost,
 * the worker gives the lease back without sending.
 */
export function grantedDeliveries(
  connection: NatsConnection,
  workerId: string,
  { take, giveBack }: Options,
) {
  /** Deliveries that are not granted yet, by key. */
  const waiting = new Map<string, LeasedDelivery>();
  const arrived: Received[] = [];
  const reply = grantSubject(workerId);

  connection.subscribe(reply, {
    callback: (error, message) => {
      // Without a subscriber, the server itself answers with an empty message.
      if (error || message.data.length === 0) return;
      for (const row of remove(message.json<string[]>())) take(row);
    },
  });
  void connection.closed().then(() => giveBackAll([...waiting.keys()]));

  /** Confirms the messages of one moment together. */
  function confirm(): void {
    const keys: string[] = [];
    const byPublisher = new Map<string, string[]>();
    for (const { publisher, row } of arrived.splice(0)) {
      const key = keyOf(row);
      waiting.set(key, row);
      keys.push(key);
      byPublisher.set(publisher, [...(byPublisher.get(publisher) ?? []), key]);
    }
    if (!connection.isClosed()) {
      for (const [publisher, some] of byPublisher)
        connection.publish(confirmationSubject(publisher), JSON.stringify(some), { reply });
    }
    setTimeout(() => giveBackAll(keys), connection.isClosed() ? 0 : grantMs);
  }

  function giveBackAll(keys: string[]): void {
    const rows = remove(keys);
    if (rows.length > 0) giveBack(rows);
  }

  function remove(keys: string[]): LeasedDelivery[] {
    return keys.flatMap((key) => {
      const row = waiting.get(key);
      waiting.delete(key);
      return row ?? [];
    });
  }

  return (received: Received): void => {
    if (arrived.push(received) === 1) setImmediate(confirm);
  };
}
