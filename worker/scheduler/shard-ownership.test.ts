import { afterEach, expect, test, vi } from "vitest";
import { ownershipMs, shardCount } from "@/lib/queue/shards";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { newWorker } from "@/worker/jobs/heartbeat";
import { ShardOwnership } from "./shard-ownership";

const { sql } = await freshDatabase();
const make = makers(sql);

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  vi.restoreAllMocks();
});

/** Starts a worker that owns all shards. */
async function start() {
  const ownership = new ShardOwnership(
    sql,
    newWorker(true, async () => {}),
  );
  const stopping = new AbortController();
  const running = ownership.run(stopping.signal, () => {});
  const stop = () => {
    stopping.abort();
    return running;
  };
  stops.push(stop);
  await eventually(() => expect(ownership.shards).toHaveLength(shardCount));
  return { ownership, stop };
}

test("a worker that was suspended counts the leases of those that may have owned its shards meanwhile", async () => {
  const { ownership } = await start();
  const hook = await make.webhook();
  const { id } = await make.delivery(hook);
  await sql`update queue set leased = true, due_at = now() + interval '30 seconds' where delivery_id = ${id}`;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + ownershipMs);
  expect(ownership.owns(hook.id)).toBe(false);

  ownership.divide();
  await eventually(() => expect(ownership.owns(hook.id)).toBe(true));
  expect(ownership.inFlightElsewhere(hook.id)).toBe(1);
});

test("a worker that has left owns nothing", async () => {
  const { ownership, stop } = await start();
  await stop();
  expect(ownership.shards).toEqual([]);
});
