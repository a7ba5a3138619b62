import { jetstreamManager } from "@nats-io/jetstream";
import { afterEach, expect, test } from "vitest";
import { connectNats } from "@/lib/nats/connect";
import { NatsHandOff } from "@/lib/nats/hand-off";
import { keyOf } from "@/lib/nats/message";
import {
  capacitySubject,
  confirmationSubject,
  deliverySubject,
  ensureStream,
} from "@/lib/nats/stream";
import { batchedEventQueue } from "@/lib/queue/batched-enqueue";
import { noCapacity } from "@/lib/queue/capacity";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";
import { channels } from "@/lib/queue/notify";
import type { HandOff } from "@/lib/queue/queue";
import { shardCount } from "@/lib/queue/shards";
import { startWorker } from "@/worker/start-worker";
import { freshDatabase } from "./database";
import { eventually } from "./eventually";
import { makers } from "./make";
import { natsServer, startNats } from "./nats/server";
import { startReceiver } from "./receiver";
import { toLoopback } from "./to-loopback";

const found = await natsServer();
const { sql, url } = await freshDatabase();
const make = makers(sql);

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

test("rows that were leased before the broker was lost are released and claimed at once, but those of the worker in this process are its own", async () => {
  const accountId = await make.account();
  const [own, other] = [await make.webhook({ accountId }), await make.webhook({ accountId })];
  const taken: LeasedDelivery[] = [];
  const handOff = new NatsHandOff(
    sql,
    { NATS_URL: "nats://127.0.0.1:9" },
    {
      id: "local",
      handOff: {
        capacity: () => noCapacity,
        take: ({ claimed }) => void taken.push(...claimed),
      },
      owns: (webhookId) => webhookId === own.id,
    },
  );
  const stored: LeasedDelivery[] = [];
  const room = { limit: 9, slots: 99, memoryLeft: 99, newTargetLimit: 99 };
  await publish(accountId, "{}", {
    capacity: () => ({ ...noCapacity, ...room }),
    take: ({ claimed }) => void stored.push(...claimed),
  });
  let isWoken = false;
  await sql.listen(channels.due, () => {
    isWoken = true;
  });
  handOff.take({ claimed: stored, lane1Webhooks: [] });
  await eventually(() => expect(isWoken).toBe(true));
  await handOff.stop();

  expect(stored).toHaveLength(2);
  expect(taken.map(({ webhookId }) => webhookId)).toEqual([own.id]);
  expect(await sql`select webhook_id, leased, attempt, lease from queue where not leased`).toEqual([
    { webhookId: other.id, leased: false, attempt: 0, lease: 1 },
  ]);
});

test.skipIf("reason" in found)(
  "a delivery that is larger than a message of the broker is claimed, and sent once",
  async () => {
    await sql`truncate accounts, events, deliveries, attempts, queue cascade`;
    const [nats, receiver] = await Promise.all([
      startNats(1, "max_payload: 8192"),
      startReceiver(),
    ]);
    closers.push(nats.close, receiver.close);
    const handOff = new NatsHandOff(sql, { NATS_URL: nats.url });
    closers.push(() => handOff.stop());
    const settings = { WORKER_CONCURRENCY: 128, ...toLoopback, DISPATCH: "nats" as const };
    closers.push(startWorker(url, { ...settings, NATS_URL: nats.url }).stop);
    const accountId = await make.account();
    await make.webhook({ accountId, callbackUrl: receiver.url });
    await eventually(() => expect(handOff.capacity().limit).toBeGreaterThan(0));

    await publish(accountId, JSON.stringify({ text: "x".repeat(10_000) }), handOff);

    await receiver.waitFor(1);
    await eventually(async () =>
      expect(await sql`select status, attempts, cause from deliveries`).toEqual([
        { status: "delivered", attempts: 1, cause: null },
      ]),
    );
  },
);

test.skipIf("reason" in found)(
  "what was released is not granted any more, and the worker in this process counts once",
  async () => {
    await sql`truncate accounts, events, deliveries, attempts, queue cascade`;
    const nats = await startNats();
    closers.push(nats.close);
    const connection = await connectNats({ NATS_URL: nats.url }, "test");
    closers.push(() => connection.close());
    await ensureStream(await jetstreamManager(connection), 1);
    const room = { limit: 9, slots: 99, memoryLeft: 99, newTargetLimit: 99 };
    const local = {
      id: "local",
      handOff: { capacity: () => ({ ...noCapacity, ...room, limit: 5 }), take() {} },
      owns: () => false,
    };
    const handOff = new NatsHandOff(sql, { NATS_URL: nats.url }, local);
    closers.push(() => handOff.stop());
    const lost = crypto.randomUUID();
    await sql`
      insert into workers (id, host, pid, version, sharded) values (${lost}, 'test', 1, 'test', true)`;
    const shards = Array.from({ length: shardCount }, (_, n) => n);
    const report = () => {
      for (const workerId of ["local", lost]) {
        const capacity = { ...noCapacity, ...room, shards };
        connection.publish(capacitySubject, JSON.stringify({ workerId, capacity }));
      }
    };
    const reporting = setInterval(report, 50);
    closers.push(async () => clearInterval(reporting));
    const message = new Promise<{ publisher: string; rows: LeasedDelivery[] }>((resolve) =>
      connection.subscribe(deliverySubject(lost), {
        callback: (_error, published) => resolve(published.json()),
      }),
    );
    await eventually(() => expect(handOff.capacity().limit).toBeGreaterThan(5));
    expect(handOff.capacity().limit).toBe(14);

    const accountId = await make.account();
    await make.webhook({ accountId });
    await publish(accountId, "{}", handOff);
    const { publisher, rows } = await message;
    await eventually(async () =>
      expect(await sql`select leased, lease from queue`).toEqual([{ leased: false, lease: 1 }]),
    );
    const late = JSON.stringify(rows.map(keyOf));
    const granted = await connection.request(confirmationSubject(publisher), late);
    expect(granted.json()).toEqual([]);
  },
);

async function publish(accountId: string, data: string, handOff: HandOff): Promise<void> {
  const event = "VIDEO_GENERATION_SUCCESS" as const;
  const queue = batchedEventQueue(sql, () => handOff);
  await queue.enqueue([{ accountId, event, data, subject: "v" }]);
}
