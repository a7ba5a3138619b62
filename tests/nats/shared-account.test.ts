import { afterEach, expect, test } from "vitest";
import { NatsHandOff } from "@/lib/nats/hand-off";
import { batchedEventQueue } from "@/lib/queue/batched-enqueue";
import { startWorker } from "@/worker/start-worker";
import { freshDatabase } from "../database";
import { makers } from "../make";
import { until } from "../product";
import { startReceiver } from "../receiver";
import { toLoopback } from "../to-loopback";
import { startNats } from "./server";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

test("two installations with one account of the broker do not send each other's deliveries", async () => {
  const [nats, receiver] = await Promise.all([startNats(), startReceiver()]);
  closers.push(nats.close, receiver.close);
  const broker = { DISPATCH: "nats" as const, NATS_URL: nats.url };
  const variables = { WORKER_CONCURRENCY: 8, ...toLoopback, ...broker };
  const [first, second] = [await freshDatabase(), await freshDatabase()];
  const handOffs = [first, second].map(({ sql, url }) => {
    const handOff = new NatsHandOff(sql, { NATS_URL: nats.url });
    const worker = startWorker(url, variables);
    closers.push(worker.stop, () => handOff.stop());
    return handOff;
  });
  const { sql } = first;
  const make = makers(sql);
  const accountId = await make.account();
  await make.webhook({ accountId, callbackUrl: receiver.url });
  const queue = batchedEventQueue(sql, () => handOffs[0]);
  const event = "VIDEO_GENERATION_SUCCESS" as const;

  for (const handOff of handOffs) await until(() => handOff.capacity().shards?.length === 64);
  for (let n = 0; n < 40; n++)
    await queue.enqueue([{ accountId, event, data: '{"v":1}', subject: "v" }]);
  await until(async () => (await sql`select from queue`).length === 0);

  expect(receiver.received).toHaveLength(40);
  expect(await sql`select from attempts`).toHaveLength(40);
});
