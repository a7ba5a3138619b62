import { setTimeout as delay } from "node:timers/promises";
import { jetstreamManager } from "@nats-io/jetstream";
import { expect, test } from "vitest";
import { connectNats } from "@/lib/nats/connect";
import { NatsHandOff } from "@/lib/nats/hand-off";
import { streamName } from "@/lib/nats/stream";
import { batchedEventQueue } from "@/lib/queue/batched-enqueue";
import type { HandOff } from "@/lib/queue/queue";
import { audit, drain } from "../faults/ledger";
import { onEnd, openWorld } from "../faults/world";
import { until } from "../product";
import { startProxy } from "../proxy";
import { type Nats, startNats } from "./server";

/** Events a second, and events before the fault, during it and after it. */
const rate = 200;
const share = 300;
const hooks = 3;

type Fault = { begin(nats: Nats): Promise<unknown>; end?(nats: Nats): Promise<unknown> };
const all = [0, 1, 2];

const faults: Record<string, Fault> = {
  "kill -9 of the leader": {
    begin: async (nats) => nats.end(await leader(nats)),
    end: restart,
  },
  "kill -9 of all": {
    begin: (nats) => Promise.all(all.map((n) => nats.end(n))),
    end: restart,
  },
  "suspension of the leader": {
    begin: async (nats) => nats.signal(await leader(nats), "SIGSTOP"),
    end: async (nats) => all.map((n) => nats.signal(n, "SIGCONT")),
  },
  "deletion of the stream": {
    begin: (nats) => managed(nats, ({ streams }) => streams.delete(streamName)),
  },
};

test.each(Object.entries(faults))("cluster of three: %s loses no event", async (name, fault) => {
  const nats = await startNats(3);
  onEnd(nats.close);
  const run = await publisher(nats.url, { NATS_REPLICAS: "3" });
  await run.publish(share);
  await fault.begin(nats);
  await run.publish(share);
  await fault.end?.(nats);
  await run.isBack();
  await run.publish(share);
  await run.finish(name);
});

test("cluster of three: without a majority nothing is handed over, and no event is lost", async () => {
  const nats = await startNats(3);
  onEnd(nats.close);
  const run = await publisher(nats.url, { NATS_REPLICAS: "3" });
  await run.publish(share);
  await Promise.all([0, 1].map((n) => nats.end(n)));
  await run.publish(share);
  await run.isAway();
  const before = run.handedOver();
  await run.publish(share);
  expect(run.handedOver()).toBe(before);
  await restart(nats);
  await run.isBack();
  await run.finish("kill -9 of two of three");
});

test("one server: cut off from publishers, it loses no event", async () => {
  const nats = await startNats(1);
  onEnd(nats.close);
  const { port } = new URL(nats.url);
  const proxy = await startProxy({ host: "127.0.0.1", port: Number(port) });
  onEnd(proxy.close);
  const run = await publisher(nats.url, {}, `nats://127.0.0.1:${proxy.port}`);
  await run.publish(share);
  proxy.silence();
  await run.publish(share);
  proxy.mend();
  await run.isBack();
  await run.publish(share);
  await run.finish("cut off from publishers");
});

test("one server: out of space, it refuses messages and loses no event", async () => {
  const nats = await startNats(1, "jetstream { max_memory_store: 200000 }");
  onEnd(nats.close);
  const run = await publisher(nats.url, {});
  await run.publish(share);
  run.worker.signal("SIGSTOP");
  await run.publish(share);
  run.worker.signal("SIGCONT");
  await run.publish(share);
  await run.finish("out of space");
});

/** Two workers in processes of their own, receivers, and a publisher in this process. */
async function publisher(url: string, variables: Record<string, string>, ownUrl = url) {
  const world = await openWorld();
  const subscribers = await Promise.all(Array.from({ length: hooks }, () => world.subscribe()));
  const handOff = new NatsHandOff(world.sql, { NATS_URL: ownUrl });
  onEnd(() => handOff.stop());
  let handedOver = 0;
  const counted: HandOff = {
    capacity: (accountIds) => handOff.capacity(accountIds),
    take(rows) {
      handedOver += rows.claimed.length;
      handOff.take(rows);
    },
  };
  const queue = batchedEventQueue(world.sql, () => counted);
  const all = { DISPATCH: "nats", NATS_URL: url, ...variables };
  const [worker] = await Promise.all([1, 2].map(() => world.worker({ variables: all })));
  const [account] = await world.sql`select id from accounts`;
  const accepted = new Map<string, string>();
  const acceptedAt = new Map<string, number>();

  async function publishOne(videoId: string): Promise<void> {
    const data = JSON.stringify({ videoId });
    const [stored] = await queue.enqueue([
      { accountId: account?.id, event: "VIDEO_GENERATION_SUCCESS", data, subject: videoId },
    ]);
    if (!stored) return;
    accepted.set(stored.id, videoId);
    acceptedAt.set(stored.id, performance.now());
  }

  const isBack = () => until(() => handOff.capacity().shards?.length === 64);
  await isBack();

  return {
    worker: worker!,
    /** Waits until all deliveries are handed over by the broker again. */
    isBack,
    /** Waits until deliveries are left to claims. */
    isAway: () => until(() => handOff.capacity().limit === 0),
    handedOver: () => handedOver,
    async publish(count: number): Promise<void> {
      const publishing: Promise<void>[] = [];
      for (let n = 0; n < count; n++) {
        publishing.push(publishOne(`video-${accepted.size + n}`));
        await delay(1000 / rate);
      }
      await Promise.all(publishing);
    },
    /** Checks the ledger. Prints the duplicates, and how many deliveries the broker passed. */
    async finish(name: string): Promise<void> {
      await drain(world.sql);
      expect(accepted.size).toBe(3 * share);
      const duplicates = await audit(world.sql, accepted, subscribers);
      const [late] = await world.sql`
        select percentile_disc(0.5) within group (order by ms)::int as p50, max(ms)::int as most
        from (select extract(epoch from a.started_at - d.created_at) * 1000 as ms
          from attempts a join deliveries d on d.id = a.delivery_id where a.number = 1) waits`;
      console.info(
        `${name}: ${3 * share * hooks} deliveries, ${duplicates} duplicates, waits ms`,
        late,
      );
    },
  };
}

async function managed<T>(
  { url }: Nats,
  act: (manager: Awaited<ReturnType<typeof jetstreamManager>>) => Promise<T>,
) {
  const connection = await connectNats({ NATS_URL: url }, "test");
  try {
    return await act(await jetstreamManager(connection));
  } finally {
    await connection.close();
  }
}

/** Returns the number of the server that leads the stream. */
function leader(nats: Nats): Promise<number> {
  return managed(nats, async ({ streams }) => {
    const { cluster } = await streams.info(streamName);
    return Number(cluster?.leader?.slice(1) ?? 0);
  });
}

/** Starts the servers that were killed. */
async function restart(nats: Nats): Promise<void> {
  await Promise.all(all.map((n) => nats.start(n)));
}
