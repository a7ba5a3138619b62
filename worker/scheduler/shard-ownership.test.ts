import { afterEach, expect, test, vi } from "vitest";
import { ownershipMs, shardCount } from "@/lib/queue/shards";
import { countWaiting, freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { newWorker } from "@/worker/jobs/heartbeat";
import { ShardOwnership } from "./shard-ownership";

const { sql } = await freshDatabase();
const make = makers(sql);

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await sql`delete from workers`;
  vi.restoreAllMocks();
});

/** Starts a worker, and waits until it owns this many shards. `reported` has the number that it owned at each report of a change. */
async function start(count = shardCount) {
  const ownership = new ShardOwnership(
    sql,
    newWorker(true, async () => {}),
  );
  const stopping = new AbortController();
  const reported: number[] = [];
  const running = ownership.run(stopping.signal, () => reported.push(ownership.shards.length));
  const stop = () => {
    stopping.abort();
    return running;
  };
  stops.push(stop);
  await eventually(() => expect(ownership.shards).toHaveLength(count));
  return { ownership, reported, stop };
}

test("a worker that was suspended counts the leases of those that may have owned its shards meanwhile", async () => {
  const { ownership, reported } = await start();
  const hook = await make.webhook();
  const ids = [];
  for (let n = 0; n < 3; n++) ids.push((await make.delivery(hook)).id);
  await sql`update queue set leased = true, due_at = now() + interval '30 seconds'`;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + ownershipMs);
  expect([ownership.owns(hook.id), ownership.shards]).toEqual([false, []]);

  ownership.divide();
  await eventually(() => expect(ownership.owns(hook.id)).toBe(true));
  expect(ownership.inFlightElsewhere(hook.id)).toBe(3);

  const [released, claimed, lost] = ids;
  await sql`update queue set leased = false where delivery_id = ${released!}`;
  reported.length = 0;
  ownership.divide();
  await eventually(() => expect(ownership.inFlightElsewhere(hook.id)).toBe(2));
  await eventually(() => expect(reported).toEqual([shardCount]));
  await sql`update queue set lease = lease + 1 where delivery_id = ${claimed!}`;
  ownership.divide();
  await eventually(() => expect(ownership.inFlightElsewhere(hook.id)).toBe(1));
  await sql`update queue set due_at = now() where delivery_id = ${lost!}`;
  ownership.divide();
  await eventually(() => expect(ownership.inFlightElsewhere(hook.id)).toBe(0));
});

test("a worker that has left owns nothing", async () => {
  const { ownership, stop } = await start();
  await stop();
  expect(ownership.shards).toEqual([]);
});

test("a worker that another one joins gives up half of its shards, and reports that", async () => {
  const { ownership, reported } = await start();
  await sql`insert into workers (id, host, pid, version, sharded) values (new_id(), 'joins', 1, '1', true)`;
  ownership.divide();
  await eventually(() => expect(ownership.shards).toHaveLength(shardCount / 2));
  // It stops sending before another worker may take them.
  expect(reported).toEqual([shardCount, shardCount / 2]);
});

test("a heartbeat counts from the time before it was sent, however long it takes", async () => {
  const { ownership } = await start();
  const hook = await make.webhook();
  const { first, second } = await holdHeartbeats(ownership);
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + ownershipMs);

  // The heartbeat is recorded, and the next one waits.
  await first.release();
  const next = await second;
  await eventually(async () => expect(await countWaiting(sql)).toBe(1));
  expect(ownership.owns(hook.id)).toBe(false);
  await next.release();
  await eventually(() => expect(ownership.owns(hook.id)).toBe(true));
});

test("if ownership ends during a slow heartbeat, the worker counts the leases of workers that may have owned its shards meanwhile", async () => {
  // A whole number, so that sums are exact.
  let clock = Math.ceil(performance.now());
  vi.spyOn(performance, "now").mockImplementation(() => clock);
  const { ownership } = await start();
  const hook = await make.webhook();
  const { first, second } = await holdHeartbeats(ownership);
  clock += ownershipMs - 1000;
  await first.release();
  const next = await second;
  await eventually(async () => expect(await countWaiting(sql)).toBe(1));
  // Half a second before the database considers it lost.
  clock += 500;
  expect(ownership.owns(hook.id)).toBe(false);

  await make.delivery(hook);
  await sql`update queue set leased = true, due_at = now() + interval '30 seconds' where webhook_id = ${hook.id}`;
  await next.release();
  await eventually(() => expect(ownership.owns(hook.id)).toBe(true));
  expect(ownership.inFlightElsewhere(hook.id)).toBe(1);
});

test("a time of the database is never later by the clock of this process than it was", async () => {
  const clock = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => clock);
  const { ownership } = await start();
  const [row] = await sql<[{ beatAt: Date }]>`select beat_at from workers`;
  // A Date has no microseconds.
  expect(ownership.monotonicOf(row.beatAt)).toBeCloseTo(clock - 1);
  expect(ownership.monotonicOf(new Date(row.beatAt.getTime() + 60_000))).toBe(clock);
});

test("a worker that wins shards owns them once it has counted the leases of their former owner, and reports that", async () => {
  await sql`insert into workers (id, host, pid, version, sharded) values (new_id(), 'leaves', 1, '1', true)`;
  const { ownership, reported } = await start(shardCount / 2);
  const queue = await lock("lock table queue in access exclusive mode");
  await sql`delete from workers where host = 'leaves'`;
  ownership.divide();
  await eventually(async () => expect(await countWaiting(sql)).toBe(1));
  expect(ownership.shards.length).toBeLessThanOrEqual(shardCount / 2);
  await queue.release();
  await eventually(() => expect(ownership.shards).toHaveLength(shardCount));
  expect(reported).toEqual([shardCount / 2, shardCount]);
});

test("the other workers hear of one that comes, frees shards or leaves", async () => {
  const heard: string[] = [];
  await sql.listen("shards", (payload) => heard.push(payload));
  const { ownership, stop } = await start();
  await eventually(() => expect(heard).toHaveLength(1));
  await sql`insert into workers (id, host, pid, version, sharded) values (new_id(), 'joins', 1, '1', true)`;
  ownership.divide();
  await eventually(() => expect(heard).toHaveLength(2));
  await stop();
  await eventually(() => expect(heard).toHaveLength(3));
});

/** Makes the next heartbeat wait for `first`, and the one after it for `second`, which is taken when `first` is released. */
async function holdHeartbeats(ownership: { divide(): void }) {
  const statement = "select from workers for update";
  const first = await lock(statement);
  ownership.divide();
  await eventually(async () => expect(await countWaiting(sql)).toBe(1));
  const second = lock(statement);
  await eventually(async () => expect(await countWaiting(sql)).toBe(2));
  return { first, second };
}

/** Runs a statement that takes locks, and keeps them until they are released. */
async function lock(statement: string) {
  const connection = await sql.reserve();
  await connection`begin`;
  await connection.unsafe(statement);
  return {
    async release() {
      await connection`commit`;
      connection.release();
    },
  };
}
