import { expect } from "vitest";
import type { Sql } from "@/db/client";
import { until } from "@/tests/product";
import { audit, drain, type Subscriber } from "./ledger";
import { produceAt } from "./paced-producer";

const ratePerSecond = 300;
const inFlight = 32;

/** Settings of a web process that accept this load. */
export const settingsForLoad = { PUBLISH_EVENTS_PER_SECOND: "1000" };

type Installation = {
  address: () => string;
  sql: Sql;
  backUp(): Promise<void>;
  /** Kills all its processes, the database included. */
  kill(): Promise<unknown>;
  /** Restores the backup into an empty installation and starts it. Returns its database. */
  restore(): Promise<Sql>;
};
type Receiver = Subscriber & { waitFor(count: number): Promise<unknown> };

/**
 * Backs up an installation under load, kills it, restores the backup elsewhere, and compares what publishers, databases and
 * the receiver have seen.
 * @param reply response of the receiver, which this function changes
 */
export async function loseAndRestore(
  source: Installation,
  subscriber: Receiver,
  reply: { status: number },
): Promise<void> {
  const producer = produceAt(ratePerSecond, source.address, inFlight);
  await subscriber.waitFor(2 * ratePerSecond);
  // The circuit opens: deliveries stay pending from here on, and nothing is sent between snapshot and crash.
  reply.status = 503;
  const keepOpen = () => source.sql`
    update receivers set open_until = now() + interval '1 day' where open_until > now() returning webhook_id`;
  await until(async () => (await keepOpen()).length > 0);
  const opened = producer.accepted.size;
  await until(() => producer.accepted.size > opened + 2 * ratePerSecond);
  await until(async () => {
    const [recorded] = await source.sql`select count(*)::int as n from attempts`;
    return recorded?.n === subscriber.received.length;
  });

  const before = [...producer.accepted.keys()];
  await source.backUp();
  expect(producer.accepted.size).toBeGreaterThan(before.length);
  await source.kill();
  await producer.stop();

  const sql = await source.restore();
  const stored = new Set((await sql`select id from events`).map(({ id }) => id));
  expect(before.filter((id) => !stored.has(id))).toEqual([]);
  const pending = await sql`select event_id from deliveries where status = 'pending'`;
  expect(pending.length).toBeGreaterThan(2 * ratePerSecond);

  const from = subscriber.received.length;
  reply.status = 200;
  await drain(sql);
  const sent = subscriber.received.slice(from).map(({ headers }) => headers["webhook-id"]);
  expect(sent.sort()).toEqual(pending.map(({ eventId }) => eventId).sort());
  const accepted = new Map([...producer.accepted].filter(([id]) => stored.has(id)));
  await audit(sql, accepted, [subscriber]);
}
