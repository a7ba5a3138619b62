import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { guardedAgent } from "@/lib/outbound/connector";
import { targetPolicy } from "@/lib/outbound/policy";
import { deliveryQueue } from "@/lib/queue/delivery-queue";
import { shardOf } from "@/lib/queue/shards";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { type Receiver, startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import type { Due } from "@/worker/jobs/due-work";
import { PollLoop } from "./poll-loop";

const { sql } = await freshDatabase();
const make = makers(sql);
const queue = deliveryQueue(sql);
const nothing: Due = { lanes: [], hasWork: false, comingMs: null };

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await sql`truncate queue`;
});

type Options = ConstructorParameters<typeof PollLoop>[0];

/** Returns a loop that finds nothing by looking, unless the options say otherwise, and a receiver that it may send to. */
async function start(options: Partial<Options>): Promise<{ loop: PollLoop; receiver: Receiver }> {
  const receiver = await startReceiver();
  const policy = targetPolicy(toLoopback);
  const agent = guardedAgent(policy);
  closers.push(receiver.close, () => agent.destroy());
  const looks = { findDue: async () => nothing, isNotified: () => true };
  const sender = { agent, policy };
  const loop = new PollLoop({ sql, queue, sender, concurrency: 8, ...looks, ...options });
  return { loop, receiver };
}

test("rows of shards that are won during a look are claimed, however long they were due", async () => {
  const shards: number[] = [];
  let answer = () => {};
  let began = () => {};
  const looking = new Promise<void>((resolve) => {
    began = resolve;
  });
  const { loop, receiver } = await start({
    ownership: {
      shards,
      owns: (webhookId) => shards.includes(shardOf(webhookId)),
      inFlightElsewhere: () => 0,
    },
    async findDue(floors) {
      // The first look that does not read from the start ends when the shard was won.
      if (floors[0] !== null) {
        began();
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
      }
      return nothing;
    },
  });
  const webhook = () => make.webhook({ callbackUrl: receiver.url });
  const owned = await webhook();
  let won = await webhook();
  while (shardOf(won.id) === shardOf(owned.id)) won = await webhook();
  shards.push(shardOf(owned.id));
  await make.delivery(owned);
  const { eventId } = await make.delivery(won, { dueAt: new Date(Date.now() - 10_000) });
  const running = loop.run();
  await receiver.waitFor(1);

  await looking;
  shards.push(shardOf(won.id));
  loop.applyOwnership();
  answer();

  const [, second] = await receiver.waitFor(2);
  expect(second?.headers["webhook-id"]).toBe(eventId);
  loop.stop();
  answer();
  await running;
});

test("a stop during a claim starts nothing that it returns, and no claim of another lane", async () => {
  const limits: number[] = [];
  const { loop, receiver } = await start({
    queue: {
      ...queue,
      async claim(...claim) {
        limits.push(loop.capacity().limit);
        loop.stop();
        limits.push(loop.capacity().limit);
        return queue.claim(...claim);
      },
    },
  });
  const hook = await make.webhook({ callbackUrl: receiver.url });
  for (const lane of [0, 1, 2]) {
    const { id } = await make.delivery(hook);
    await sql`update queue set lane = ${lane} where delivery_id = ${id}`;
  }
  await loop.run();

  expect(limits).toEqual([expect.any(Number), 0]);
  expect(receiver.received).toEqual([]);
  expect(await sql`select lane, leased, attempt, lease from queue order by lane`).toEqual([
    { lane: 0, leased: false, attempt: 0, lease: 1 },
    { lane: 1, leased: false, attempt: 0, lease: 0 },
    { lane: 2, leased: false, attempt: 0, lease: 0 },
  ]);
});

test("a rate is spent without looks, though no slot is freed meanwhile", async () => {
  const { loop, receiver } = await start({});
  const hook = await make.webhook({ callbackUrl: receiver.url });
  await sql`update webhooks set rate_per_second = 5 where id = ${hook.id}`;
  for (let n = 0; n < 4; n++) await make.delivery(hook);
  const running = loop.run();

  await receiver.waitFor(4);
  loop.stop();
  await running;
});

test("notifications do not shorten the pause after a failed claim, and a stop ends it", async () => {
  const seen: string[] = [];
  const { loop } = await start({
    queue: {
      ...queue,
      async claim() {
        seen.push("claim");
        // Shorter than the pause.
        setTimeout(() => seen.push("400 ms"), 400);
        loop.wake();
        const isThird = seen.length === 5;
        setImmediate(() => (isThird ? loop.stop() : loop.wake()));
        await nextTurn();
        throw new Error("The database does not respond.");
      },
    },
  });
  await loop.run();
  expect(seen).toEqual(["claim", "400 ms", "claim", "400 ms", "claim"]);
});
