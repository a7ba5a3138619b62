import { jetstream } from "@nats-io/jetstream";
import { afterEach, expect, test } from "vitest";
import { connectNats } from "@/lib/nats/connect";
import { NatsHandOff } from "@/lib/nats/hand-off";
import { encodeDeliveries } from "@/lib/nats/message";
import { capacitySubject, confirmationSubject, deliverySubject } from "@/lib/nats/stream";
import { subscribe } from "@/lib/nats/subscribe";
import { batchedEventQueue } from "@/lib/queue/batched-enqueue";
import { noCapacity } from "@/lib/queue/capacity";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";
import { runNatsIntake } from "@/worker/nats/intake";
import { startWorker } from "@/worker/start-worker";
import { freshDatabase } from "../database";
import { makers } from "../make";
import { until } from "../product";
import { startReceiver } from "../receiver";
import { toLoopback } from "../to-loopback";
import { startNats } from "./server";

const event = "VIDEO_GENERATION_SUCCESS" as const;
const room = { limit: 9, slots: 99, memoryLeft: 99, newTargetLimit: 99 };
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

test("a worker in the publishing process sends what it owns, once and without the broker", async () => {
  const [nats, receiver, { sql, url }] = await Promise.all([
    startNats(),
    startReceiver(),
    freshDatabase(),
  ]);
  closers.push(nats.close, receiver.close);
  const broker = { DISPATCH: "nats" as const, NATS_URL: nats.url };
  const worker = startWorker(url, { WORKER_CONCURRENCY: 128, ...toLoopback, ...broker });
  const handOff = new NatsHandOff(sql, { NATS_URL: nats.url }, worker);
  closers.push(worker.stop, () => handOff.stop());
  const make = makers(sql);
  const accountId = await make.account();
  await make.webhook({ accountId, callbackUrl: receiver.url });
  const queue = batchedEventQueue(sql, () => handOff);
  await until(() => handOff.capacity().shards?.length === 64);

  for (let n = 0; n < 20; n++)
    await queue.enqueue([{ accountId, event, data: '{"v":1}', subject: "v" }]);
  await until(async () => (await sql`select from queue`).length === 0);

  expect(receiver.received).toHaveLength(20);
  expect(await sql`select from attempts`).toHaveLength(20);
  expect(handOff.capacity().shards, "reports through the broker count for others").toHaveLength(64);
});

/** Leases rows for a worker, and starts its intake beside a publisher that grants whatever is confirmed. */
async function startIntake({ owns, count }: { owns: boolean; count: number }) {
  const workerId = "worker";
  const [nats, { sql }] = await Promise.all([startNats(), freshDatabase()]);
  closers.push(nats.close);
  const make = makers(sql);
  const accountId = await make.account();
  await make.webhook({ accountId });
  const rows: LeasedDelivery[] = [];
  const publisher = {
    capacity: () => ({ ...noCapacity, ...room }),
    take: ({ claimed }: { claimed: LeasedDelivery[] }) => void rows.push(...claimed),
  };
  const queue = batchedEventQueue(sql, () => publisher);
  for (let n = 0; n < count; n++)
    await queue.enqueue([{ accountId, event, data: '{"v":1}', subject: "v" }]);
  const taken: LeasedDelivery[] = [];
  const stopping = new AbortController();
  const running = runNatsIntake(
    {
      workerId,
      settings: { NATS_URL: nats.url },
      ownership: { owns: () => owns, monotonicOf: () => performance.now() },
      loop: {
        capacity: () => ({ ...noCapacity, ...room }),
        take: ({ claimed }) => void taken.push(...claimed),
      },
      sql,
    },
    stopping.signal,
  );
  closers.push(async () => {
    stopping.abort();
    await running;
  });
  const connection = await connectNats({ NATS_URL: nats.url }, "test");
  closers.push(() => connection.close());
  let isProven = false;
  subscribe<{ capacity: { limit: number } }>(connection, capacitySubject, ({ capacity }) => {
    isProven ||= capacity.limit > 0;
  });
  connection.subscribe(confirmationSubject("test"), {
    callback: (_error, message) => void message.respond(message.data),
  });
  await until(() => isProven);
  const publish = async (row: LeasedDelivery) => {
    for (const { text } of encodeDeliveries([row], "test", 65_536).messages)
      await jetstream(connection).publish(deliverySubject(workerId), text);
  };
  return { sql, rows, taken, publish };
}

test("a worker gives back what was granted to it after it lost the webhook", async () => {
  const { sql, rows, taken, publish } = await startIntake({ owns: false, count: 1 });

  for (const row of rows) await publish(row);

  await until(async () => (await sql`select from queue where not leased`).length === 1);
  expect(rows).toHaveLength(1);
  expect(taken).toEqual([]);
});

test("a worker takes a message once that arrives twice", async () => {
  const { rows, taken, publish } = await startIntake({ owns: true, count: 2 });
  const [first, last] = rows as [LeasedDelivery, LeasedDelivery];

  for (const row of [first, first, last]) await publish(row);

  const ids = () => taken.map(({ deliveryId }) => deliveryId);
  await until(() => ids().includes(last.deliveryId));
  expect(ids()).toEqual([first.deliveryId, last.deliveryId]);
});
