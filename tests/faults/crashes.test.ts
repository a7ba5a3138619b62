import { expect, test } from "vitest";
import { audit, drain } from "./ledger";
import { midFanOut } from "./scenarios/mid-fan-out";
import { powerCut } from "./scenarios/power-cut";
import { slowFailures } from "./scenarios/slow-failures";
import { staleResult } from "./scenarios/stale-result";
import { openWorld } from "./world";

test("F1: a worker killed with requests in flight loses nothing", () => slowFailures());

test("F4: what was accepted survives a kill of Postgres", () => powerCut());

test.each([200, 500] as const)(
  "F5: a worker suspended beyond its lease changes nothing by a %i",
  (status) => staleResult(status),
);

test("F14: two competing workers send each delivery once", async () => {
  const world = await openWorld();
  const subscriber = await world.subscribe(undefined, 30);
  const accepted = new Map<string, string>();
  for (let n = 0; n < 300; n++) {
    const { id, eventId } = await world.make.delivery(subscriber.webhook);
    accepted.set(eventId, id);
  }

  await Promise.all([world.worker(), world.worker()]);
  await drain(world.sql);
  expect(await audit(world.sql, accepted, [subscriber])).toBe(0);
});

test("F23: a worker killed in the middle of a fan-out leaves each webhook its one delivery", () =>
  midFanOut());
