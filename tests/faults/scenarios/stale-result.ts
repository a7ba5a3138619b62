import type { ServerResponse } from "node:http";
import { expect } from "vitest";
import { audit, drain } from "../ledger";
import { openWorld } from "../world";

/**
 * F5: a worker is suspended beyond its lease with a request in flight, another worker takes the delivery over, then
 * the first one resumes and reports its result, which must change nothing. Successes and failures are recorded by two
 * statements: `status` is the stale response.
 */
export async function staleResult(status: 200 | 500, bundle?: string): Promise<void> {
  const world = await openWorld();
  const held: ServerResponse[] = [];
  const subscriber = await world.subscribe(() => (response) => void held.push(response), 30);
  const options = bundle ? { bundle } : {};
  const { id, eventId } = await world.make.delivery(subscriber.webhook);

  const sleeper = await world.worker({ ...options, failPoint: "after_record" });
  await subscriber.waitFor(1);
  sleeper.signal("SIGSTOP");
  await world.expireLeases();
  await world.worker(options);
  await subscriber.waitFor(2);

  sleeper.signal("SIGCONT");
  held[0]?.writeHead(status).end();
  // It exits as soon as it has tried to record.
  await sleeper.exit();
  const [row] = await world.sql`select attempt, leased from queue where delivery_id = ${id}`;
  expect(row, "the other's lease").toEqual({ attempt: 2, leased: true });

  subscriber.succeeded.add(eventId);
  held[1]?.writeHead(200).end();
  await drain(world.sql);
  const [delivery] = await world.sql`select status from deliveries where id = ${id}`;
  expect(delivery?.status).toBe("delivered");
  expect(await audit(world.sql, new Map([[eventId, id]]), [subscriber])).toBe(1);
}
