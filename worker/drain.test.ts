import { afterEach, beforeEach, expect, test } from "vitest";
import { batchedEventQueue } from "@/lib/queue/batched-enqueue";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { hearChanges } from "@/tests/hear-changes";
import { makers } from "@/tests/make";
import { type Receiver, startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { startWorker } from "@/worker/start-worker";

const { sql, url } = await freshDatabase();
const make = makers(sql);

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

test("a worker that drains has no capacity, and gives back what a statement under way hands to it", async () => {
  const { accountId } = await make.webhook({ callbackUrl: receiver.url });
  const worker = startWorker(url, { WORKER_CONCURRENCY: 8, ...toLoopback });
  const before = worker.handOff.capacity();
  expect(before.limit).toBeGreaterThan(0);
  worker.drain();
  await eventually(() => expect(worker.handOff.capacity().limit).toBe(0));

  const late = { capacity: () => before, take: worker.handOff.take.bind(worker.handOff) };
  const event = "VIDEO_GENERATION_SUCCESS" as const;
  const newEvent = { accountId, event, data: '{"videoId":"v"}', subject: "v" };
  const queue = batchedEventQueue(sql, () => late);
  // Two, because the second result waits for others that may follow the first.
  for (let n = 0; n < 2; n++) await queue.enqueue([newEvent]);
  await worker.stop();

  const released = { leased: false, attempt: 0, lease: 1, isDue: true };
  expect(await sql`select leased, attempt, lease, due_at <= now() as is_due from queue`).toEqual([
    released,
    released,
  ]);
  expect(receiver.received).toEqual([]);
});

test("what a worker records last is announced, so that no page shows a delivery as being sent", async () => {
  const hook = await make.webhook({ callbackUrl: receiver.url });
  const changes = await hearChanges(url);
  let respond = () => {};
  receiver.answer((response) => {
    respond = () => response.end();
  });
  const worker = startWorker(url, { WORKER_CONCURRENCY: 8, ...toLoopback });
  const { id } = await make.delivery(hook);
  await receiver.waitFor(1);
  const named = () => changes.notices.filter(({ ids }) => ids.includes(id));
  await eventually(() => expect(named()).toHaveLength(1));

  const stopped = worker.stop();
  respond();
  await stopped;
  await eventually(() => expect(named()).toHaveLength(2));
  await changes.stop();
});
