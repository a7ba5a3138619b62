import { jetstream } from "@nats-io/jetstream";
import { afterEach, expect, test } from "vitest";
import { metrics } from "@/lib/metrics/registry";
import { connectNats } from "@/lib/nats/connect";
import { NatsHandOff } from "@/lib/nats/hand-off";
import { encodeDeliveries } from "@/lib/nats/message";
import { confirmationSubject, deliverySubject } from "@/lib/nats/stream";
import { subscribe } from "@/lib/nats/subscribe";
import { batchedEventQueue } from "@/lib/queue/batched-enqueue";
import { noCapacity } from "@/lib/queue/capacity";
import { release } from "@/lib/queue/complete";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";
import type { HandOff } from "@/lib/queue/queue";
import { startWorker } from "@/worker/start-worker";
import { freshDatabase } from "./database";
import { eventually } from "./eventually";
import { makers } from "./make";
import { natsServer, startNats } from "./nats/server";
import { startReceiver } from "./receiver";
import { toLoopback } from "./to-loopback";

const found = await natsServer();
const reason = "reason" in found ? found.reason : "";
if (reason) console.warn(`The broker is not tested: ${reason}`);
const { sql, url } = await freshDatabase();
const make = makers(sql);
const hooks = 5;
const settings = {
  WORKER_CONCURRENCY: 128,
  ...toLoopback,
  DISPATCH: "nats" as const,
};

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

test.skipIf(reason)(
  "new deliveries come by the broker, and by claims while it is away",
  async () => {
    const { nats, handOff, receiver, publish } = await start();
    const before = await handedOver();
    await publish(24);
    await receiver.waitFor(25 * hooks);
    // Not all of them, if the broker once takes 50 ms to answer.
    expect((await handedOver()) - before).toBeGreaterThan(0);

    await nats.end(0);
    await publish(25);
    await receiver.waitFor(50 * hooks);
    const between = await handedOver();
    await nats.start(0);
    await eventually(() => expect(handOff.capacity().shards).toHaveLength(64));
    let published = 50;
    await eventually(async () => {
      await publish(1);
      published++;
      expect(await handedOver()).toBeGreaterThan(between);
    });

    await eventually(async () => expect(await sql`select from queue`).toHaveLength(0));
    expect(receiver.received).toHaveLength(published * hooks);
  },
);

test.skipIf(reason)(
  "messages that come late, twice, to another worker or after their release are each sent once",
  async () => {
    const { nats, receiver, publish, workers } = await start();
    const rows: LeasedDelivery[] = [];
    const room = { limit: 9, slots: 99, memoryLeft: 99, newTargetLimit: 99 };
    const capacity = { ...noCapacity, ...room };
    const before = receiver.received.length;
    await publish(1, {
      capacity: () => capacity,
      take: ({ claimed }) => void rows.push(...claimed),
    });
    expect(rows).toHaveLength(hooks);
    const connection = await connectNats({ NATS_URL: nats.url }, "test");
    closers.push(() => connection.close());
    connection.subscribe(confirmationSubject("test"), {
      callback: (_error, message) => void message.respond(message.data),
    });
    const send = async (row: LeasedDelivery, isOwner: boolean, publisher = "test") => {
      const worker = workers.find(({ owns }) => owns(row.webhookId) === isOwner);
      const { messages } = encodeDeliveries([row], publisher, 65_536);
      for (const { text } of messages)
        await jetstream(connection).publish(deliverySubject(worker?.id ?? ""), text);
    };

    const [late, twice, strayed, renewed, released] = rows as [
      LeasedDelivery,
      LeasedDelivery,
      LeasedDelivery,
      LeasedDelivery,
      LeasedDelivery,
    ];
    await send({ ...late, now: new Date(late.now.getTime() - 2000) }, true);
    await send(twice, true);
    await send(twice, true);
    await send(strayed, false);
    await send({ ...renewed, lease: renewed.lease + 1 }, false);
    await release(sql, [released]);
    await send(released, true, "lost");
    await receiver.waitFor(before + rows.length - 1);
    await eventually(async () => expect(await sql`select from queue`).toHaveLength(1));

    const [left] = await sql`select delivery_id, leased from queue`;
    expect(left, "the lease of another number").toEqual({
      deliveryId: renewed.deliveryId,
      leased: true,
    });
    expect(receiver.received).toHaveLength(before + rows.length - 1);
  },
);

test.skipIf(reason)(
  "a message that is not understood is dropped, and the next on the same connection is read",
  async () => {
    const nats = await startNats();
    closers.push(nats.close);
    const [reader, writer] = await Promise.all([
      connectNats({ NATS_URL: nats.url }, "reader"),
      connectNats({ NATS_URL: nats.url }, "writer"),
    ]);
    closers.push(() => Promise.all([reader.close(), writer.close()]));
    const read: string[] = [];
    subscribe<{ keys: string[] }>(reader, "test", ({ keys }) => void read.push(...keys));
    await reader.flush();
    for (const text of ["", "{", "null", '{"keys":1}', '{"keys":["understood"]}'])
      writer.publish("test", text);
    await eventually(() => expect(read).toEqual(["understood"]));
  },
);

/** Starts a broker, two workers and webhooks, which get one event. */
async function start() {
  await sql`truncate accounts, events, deliveries, attempts, queue cascade`;
  const [nats, receiver] = await Promise.all([startNats(), startReceiver()]);
  closers.push(nats.close, receiver.close);
  const handOff = new NatsHandOff(sql, { NATS_URL: nats.url });
  closers.push(() => handOff.stop());
  const variables = { ...settings, NATS_URL: nats.url };
  const workers = [1, 2].map(() => startWorker(url, variables));
  for (const worker of workers) closers.push(worker.stop);
  const accountId = await make.account();
  for (let n = 0; n < hooks; n++) await make.webhook({ accountId, callbackUrl: receiver.url });

  async function publish(events: number, by: HandOff = handOff): Promise<void> {
    const queue = batchedEventQueue(sql, () => by);
    const event = "VIDEO_GENERATION_SUCCESS" as const;
    for (let n = 0; n < events; n++) {
      await queue.enqueue([{ accountId, event, data: '{"videoId":"v"}', subject: "v" }]);
    }
  }

  const owners = () => sql`select worker_id from shards group by worker_id having count(*) = 32`;
  await eventually(async () => expect(await owners()).toHaveLength(2));
  await eventually(() => expect(handOff.capacity().shards).toHaveLength(64));
  await publish(1);
  await receiver.waitFor(hooks);
  return { nats, handOff, receiver, publish, workers };
}

/** Returns the number of deliveries that the broker accepted. */
async function handedOver(): Promise<number> {
  const { values } = await metrics().handOffs.get();
  return values.find(({ labels }) => labels.result === "accepted")?.value ?? 0;
}
