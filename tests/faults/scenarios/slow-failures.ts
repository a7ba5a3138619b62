import { expect } from "vitest";
import { failingSlowly } from "../behaviour";
import { audit, drain } from "../ledger";
import { openWorld } from "../world";

/** Too few to open the circuit. */
const count = 9;

/** F1: a worker is killed while receivers hold its requests, before they fail them. */
export async function slowFailures(bundle?: string): Promise<void> {
  const world = await openWorld();
  const options = bundle ? { bundle } : {};
  const subscriber = await world.subscribe(failingSlowly);
  const accepted = new Map<string, string>();
  for (let n = 0; n < count; n++) {
    const { id, eventId } = await world.make.delivery(subscriber.webhook);
    accepted.set(eventId, id);
  }

  const killed = await world.worker(options);
  await subscriber.waitFor(count / 3);
  await killed.end("SIGKILL");
  await world.expireLeases();
  await world.worker(options);
  await drain(world.sql);

  await audit(world.sql, accepted, [subscriber]);
  expect([...accepted.keys()].filter((id) => !subscriber.succeeded.has(id))).toEqual([]);
}
