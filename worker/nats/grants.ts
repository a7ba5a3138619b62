import type { NatsConnection } from "@nats-io/transport-node";
import { keyOf } from "@/lib/nats/message";
import { confirmationSubject, grantSubject } from "@/lib/nats/stream";
import { subscribe } from "@/lib/nats/subscribe";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";

/** Time in which a publisher must grant a delivery. Not measured. */
const grantMs = 500;

type Options = {
  /** Takes deliveries that their publisher granted. */
  take(rows: LeasedDelivery[]): void;
  /** Gives back leases that no publisher granted in time. */
  giveBack(rows: LeasedDelivery[]): void;
};

/**
 * Returns a function that confirms deliveries to their publisher, and takes those that the publisher then grants.
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
  let waiting = new Map<string, LeasedDelivery>();
  /** Keys of deliveries to confirm, by publisher. */
  let arrived = new Map<string, string[]>();
  const reply = grantSubject(workerId);

  subscribe<string[]>(connection, reply, (keys) => take(remove(keys)));
  void connection.closed().then(() => giveBackAll([...waiting.keys()]));

  /** Confirms what arrived in one turn of the event loop together. */
  function confirmArrived(): void {
    const byPublisher = arrived;
    arrived = new Map();
    if (!connection.isClosed()) {
      for (const [publisher, keys] of byPublisher)
        connection.publish(confirmationSubject(publisher), JSON.stringify(keys), { reply });
    }
    const all = [...byPublisher.values()].flat();
    setTimeout(() => giveBackAll(all), connection.isClosed() ? 0 : grantMs);
  }

  function giveBackAll(keys: string[]): void {
    const rows = remove(keys);
    if (rows.length > 0) giveBack(rows);
  }

  function remove(keys: string[]): LeasedDelivery[] {
    const rows = keys.flatMap((key) => waiting.get(key) ?? []);
    for (const key of keys) waiting.delete(key);
    // A new map: one that lives long causes full collections, see `Lru`.
    if (waiting.size === 0) waiting = new Map();
    return rows;
  }

  return (publisher: string, rows: LeasedDelivery[]): void => {
    if (arrived.size === 0) setImmediate(confirmArrived);
    for (const row of rows) waiting.set(keyOf(row), row);
    const keys = arrived.get(publisher) ?? [];
    for (const row of rows) keys.push(keyOf(row));
    arrived.set(publisher, keys);
  };
}
