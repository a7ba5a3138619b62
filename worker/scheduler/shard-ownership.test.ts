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
  const changed = vi.fn();
  const running = ownership.run(stopping.signal, changed);
  const stop = () => {
    stopping.abort();
    return running;
  };
  stops.push(stop);
  await eventually(() => expect(ownership.shards).toHaveLength(shardCount));
  return { ownership, changed, stop };
}

test("a worker that was suspended counts the leases of those that may have owned its shards meanwhile", async () => {
  const { ownership, changed } = await start();
  const hook = await make.webhook();
  const ids = [];
  for (let n = 0; n < 3; n++) ids.push((await make.delivery(hook)).id);
  await sql`update queue set leased = true, due_at = now() + interval '30 seconds'`;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + ownershipMs);
  expect(ownership.owns(hook.id)).toBe(false);

  ownership.divide();
  await eventually(() => expect(ownership.owns(hook.id)).toBe(true));
  expect(ownership.inFlightElsewhere(hook.id)).toBe(3);

  const [released, claimed] = ids;
  await sql`update queue set leased = false where delivery_id = ${released!}`;
  changed.mockClear();
  ownership.divide();
  await eventually(() => expect(ownership.inFlightElsewhere(hook.id)).toBe(2));
  await eventually(() => expect(changed).toHaveBeenCalledOnce());
  await sql`update queue set lease = lease + 1 where delivery_id = ${claimed!}`;
  ownership.divide();
  await eventually(() => expect(ownership.inFlightElsewhere(hook.id)).toBe(1));
});

test("a worker that has left owns nothing", async () => {
  const { ownership, stop } = await start();
  await stop();
  expect(ownership.shards).toEqual([]);
});

test("a worker that another one joins gives up half of its shards, and reports that", async () => {
  const { ownership, changed } = await start();
  changed.mockClear();
  await sql`insert into workers (id, host, pid, version, sharded) values (new_id(), 'joins', 1, '1', true)`;
  ownership.divide();
  await eventually(() => expect(ownership.shards).toHaveLength(shardCount / 2));
  expect(changed).toHaveBeenCalled();
});
