import { jetstreamManager } from "@nats-io/jetstream";
import { afterEach, expect, test } from "vitest";
import { connectNats } from "@/lib/nats/connect";
import { NatsHandOff } from "@/lib/nats/hand-off";
import type { Report } from "@/lib/nats/message";
import {
  capacitySubject,
  confirmationSubject,
  deliverySubject,
  ensureStream,
  streamName,
} from "@/lib/nats/stream";
import { batchedEventQueue } from "@/lib/queue/batched-enqueue";
import { noCapacity } from "@/lib/queue/capacity";
import type { HandOff } from "@/lib/queue/queue";
import { shardCount } from "@/lib/queue/shards";
import { freshDatabase } from "../database";
import { makers } from "../make";
import { until } from "../product";
import { startNats } from "./server";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Starts a broker, a publisher, and a worker that reports capacity and confirms nothing. */
async function start() {
  const { sql } = await freshDatabase();
  const make = makers(sql);
  const accountId = await make.account();
  await make.webhook({ accountId, callbackUrl: "https://example.com/" });
  const workerId = crypto.randomUUID();
  await sql`
    insert into workers (id, host, pid, version, sharded) values (${workerId}, 'test', 1, 'test', true)`;
  const nats = await startNats();
  closers.push(nats.close);
  const connection = await connectNats({ NATS_URL: nats.url }, "test");
  closers.push(() => connection.close());
  const manager = await jetstreamManager(connection);
  await ensureStream(manager, 1);
  const handOff = new NatsHandOff(sql, { NATS_URL: nats.url });
  closers.push(() => handOff.stop());
  const shards = Array.from({ length: shardCount }, (_, n) => n);
  const room = { limit: 9, slots: 99, memoryLeft: 99, newTargetLimit: 99, shards };
  const report: Report = { workerId, capacity: { ...noCapacity, ...room } };
  const reporting = setInterval(
    () => connection.publish(capacitySubject, JSON.stringify(report)),
    50,
  );
  closers.push(async () => clearInterval(reporting));

  await until(() => handOff.capacity().limit > 0);
  return {
    sql,
    /** Waits until the broker has accepted a message: a publisher does not wait for that. */
    accepted: () => until(async () => (await manager.streams.info(streamName)).state.last_seq > 0),
    deleteStream: () => manager.streams.delete(streamName),
    /** Confirms a delivery that was published. Returns the keys that the publisher grants. */
    async confirm(key: string): Promise<string[]> {
      const last = { last_by_subj: deliverySubject(workerId) };
      const message = await manager.streams.getMessage(streamName, last);
      const publisher = message?.json<{ publisher: string }>().publisher ?? "";
      const answer = await connection.request(
        confirmationSubject(publisher),
        JSON.stringify([key]),
      );
      return answer.json<string[]>();
    },
    /** Returns the id of the delivery. */
    async publish(
      data = '{"videoId":"v"}',
      passOn: HandOff = handOff,
    ): Promise<string | undefined> {
      const event = "VIDEO_GENERATION_SUCCESS" as const;
      const queue = batchedEventQueue(sql, () => passOn);
      const [stored] = await queue.enqueue([{ accountId, event, data, subject: "v" }]);
      return stored?.deliveryIds[0];
    },
    /** Waits for released rows. */
    released: () =>
      until(async () => {
        const rows = await sql`
          select delivery_id, lease, attempt from queue where not leased and due_at <= now()`;
        return rows.length > 0 ? rows : null;
      }),
  };
}

test("a message that the broker accepted and no worker confirmed is released before its lease ends, and not granted after that", async () => {
  const { publish, released, confirm } = await start();

  const deliveryId = await publish();

  expect(await released(), "it was leased, and the attempt does not count").toEqual([
    { deliveryId, lease: 1, attempt: 0 },
  ]);
  expect(await confirm(`${deliveryId} 1`)).toEqual([]);
});

test("a delivery that no message can hold is released, and one of a worker that is not known any more", async () => {
  const { sql, publish, released } = await start();
  const away = new NatsHandOff(sql, { NATS_URL: "nats://127.0.0.1:1" });
  closers.push(() => away.stop());
  const room = { ...noCapacity, limit: 9, slots: 99, memoryLeft: 99, newTargetLimit: 99 };

  const tooLarge = await publish(`{"videoId":"${"v".repeat(1_048_576)}"}`);
  expect(await released()).toEqual([{ deliveryId: tooLarge, lease: 1, attempt: 0 }]);
  await sql`delete from queue`;
  const unowned = await publish("{}", { capacity: () => room, take: (rows) => away.take(rows) });
  expect(await released()).toEqual([{ deliveryId: unowned, lease: 1, attempt: 0 }]);
});

test("a message that the broker refused is released before one that was accepted earlier", async () => {
  const { publish, accepted, released, deleteStream } = await start();

  await publish();
  await accepted();
  await deleteStream();
  const refused = await publish();

  expect(await released()).toEqual([{ deliveryId: refused, lease: 1, attempt: 0 }]);
});
