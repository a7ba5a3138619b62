import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { countHeld, type Held, HeldDeliveries } from "./held";
import type { NewEvent } from "./new-event";

const { db, sql } = await freshDatabase();
const make = makers(sql);

const accountId = "mine";
const event: NewEvent = {
  accountId,
  event: "VIDEO_GENERATION_SUCCESS",
  data: "{}",
  subject: "v",
};
const other: NewEvent = { ...event, event: "VIDEO_GENERATION_FAILED" };

test("counts parked rows of paused webhooks by account, up to one more than its limit", async () => {
  const [paused, running, full] = await Promise.all([
    make.webhook({ paused: true }),
    make.webhook(),
    make.webhook({ paused: true }),
  ]);
  await make.webhook({ accountId: paused.accountId, paused: true });
  for (const hook of [paused, paused, running, full, full, full])
    await make.delivery(hook, { dueAt: "infinity" });
  await make.delivery(paused);
  const leased = await make.delivery(paused, { dueAt: "infinity" });
  await sql`update queue set lane = 3 where delivery_id = ${leased.id}`;
  await sql`insert into account_limits (account_id, backlog) values (${full.accountId}, 1)`;

  const held = await countHeld(db, 100);
  expect(held.get(paused.accountId)).toEqual({
    held: 2,
    limit: null,
    webhooks: expect.arrayContaining([[paused.id, ["VIDEO_GENERATION_SUCCESS"]]]),
  });
  expect(held.get(full.accountId)).toMatchObject({ held: 2, limit: 1 });
  expect(held.has(running.accountId)).toBe(false);
  expect([...(await countHeld(db, 100, full.accountId)).keys()]).toEqual([full.accountId]);
});

test("refuses what would be parked beyond the limit, and nothing else", async () => {
  const held = await counted(50);
  expect(() => held.assertMayHold([other, event])).toThrow(
    "Paused webhooks of the account hold 50 deliveries, at most 50 may be held",
  );
  expect(() => held.assertMayHold([{ ...other, onlyTo: "paused" }])).toThrow("hold 50 deliveries");
  for (const accepted of [
    other,
    { ...event, onlyTo: "running" },
    { ...event, testOf: "paused" },
    { ...event, accountId: "theirs" },
  ])
    expect(() => held.assertMayHold([accepted])).not.toThrow();
});

test("adds what was parked since the count", async () => {
  const held = await counted(49);
  expect(() => held.assertMayHold([event])).not.toThrow();
  held.add(accountId, 1);
  expect(() => held.assertMayHold([event])).toThrow("hold 50 deliveries");
});

test("the limit of an account replaces the default", async () => {
  const raised = await counted(50, 51);
  expect(() => raised.assertMayHold([event])).not.toThrow();
});

/** Returns the view of an account whose paused webhook holds this many deliveries, of 50 that it may. */
async function counted(n: number, limit: number | null = null): Promise<HeldDeliveries> {
  const webhooks: [string, string[]][] = [["paused", [event.event]]];
  const all: Held = new Map([[accountId, { held: n, limit, webhooks }]]);
  const held = new HeldDeliveries(async () => all, 50);
  held.assertMayHold([event]);
  await Promise.resolve();
  return held;
}
