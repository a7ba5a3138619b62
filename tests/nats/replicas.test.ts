import { jetstreamManager } from "@nats-io/jetstream";
import { afterEach, expect, test } from "vitest";
import { connectNats } from "@/lib/nats/connect";
import { NatsHandOff } from "@/lib/nats/hand-off";
import { streamName } from "@/lib/nats/stream";
import { startWorker } from "@/worker/start-worker";
import { freshDatabase } from "../database";
import { until } from "../product";
import { toLoopback } from "../to-loopback";
import { startNats } from "./server";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

test("a larger NATS_REPLICAS applies to the stream that exists, a smaller one does not", async () => {
  const [nats, { sql, url }] = await Promise.all([startNats(3), freshDatabase()]);
  closers.push(nats.close);
  const connection = await connectNats({ NATS_URL: nats.url }, "test");
  closers.push(() => connection.close());
  const handOff = new NatsHandOff(sql, { NATS_URL: nats.url });
  closers.push(() => handOff.stop());
  const run = async (replicas: number) => {
    const broker = { DISPATCH: "nats" as const, NATS_URL: nats.url, NATS_REPLICAS: replicas };
    const worker = startWorker(url, { WORKER_CONCURRENCY: 8, ...toLoopback, ...broker });
    closers.push(worker.stop);
    await until(() => handOff.capacity().shards?.length === 64);
    const { streams } = await jetstreamManager(connection);
    const { config } = await streams.info(streamName);
    await worker.stop();
    await until(() => handOff.capacity().limit === 0);
    return config.num_replicas;
  };

  expect(await run(1)).toBe(1);
  expect(await run(3)).toBe(3);
  expect(await run(1)).toBe(3);
});
