import { beforeEach, expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { createShards, divideShards, shardCount, shardOf, standingLeases } from "./shards";

const { sql } = await freshDatabase();
const make = makers(sql);

beforeEach(async () => {
  await sql`truncate workers, shards, queue`;
  await createShards(sql);
});

test("shards are shared by the workers that divide webhooks and have a recent heartbeat", async () => {
  const ids = [await worker(), await worker(), await worker()];
  await worker({ sharded: false });
  await worker({ beatAgoSeconds: 6 });

  const divisions = [];
  for (const id of ids) divisions.push(await divideShards(sql, id, []));

  // Rounded up, so that none is left over.
  expect(divisions.map(({ share }) => share)).toEqual([22, 22, 22]);
  const owned = divisions.flatMap((division) => division.owned);
  expect(new Set(owned).size).toBe(shardCount);
  expect(owned).toHaveLength(shardCount);
});

test("the shards of a worker that sends a heartbeat at this moment are not taken", async () => {
  const [late, other] = [await worker(), await worker()];
  await divideShards(sql, late, []);
  await sql`update workers set beat_at = now() - interval '6 seconds' where id = ${late}`;
  const heartbeat = await sql.reserve();
  await heartbeat`begin`;
  await heartbeat`update workers set beat_at = now() where id = ${late}`;

  const division = await divideShards(sql, other, []);
  expect([division.owned.length, division.share]).toEqual([shardCount / 2, shardCount]);

  await heartbeat`rollback`;
  heartbeat.release();
  expect((await divideShards(sql, other, [])).owned).toHaveLength(shardCount);
});

test("leases stand in every lane of their shard until they end", async () => {
  const webhook = await make.webhook();
  const standing: string[] = [];
  for (const lane of [0, 1, 2]) standing.push(await leased(webhook, lane, 30));
  await leased(webhook, 0, -1);
  await make.delivery(webhook, { dueAt: new Date(Date.now() + 30_000) });

  const shard = shardOf(webhook.id);
  const found = await standingLeases(sql, [shard]);

  expect(new Set(found.map(({ deliveryId }) => deliveryId))).toEqual(new Set(standing));
  expect(await standingLeases(sql, [(shard + 1) % shardCount])).toEqual([]);
});

async function worker({ sharded = true, beatAgoSeconds = 0 } = {}): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    insert into workers (id, host, pid, version, sharded, beat_at)
    values (new_id(), 'host', 1, '1', ${sharded}, now() - ${beatAgoSeconds} * interval '1 second') returning id`;
  return row.id;
}

/** Stores a delivery in a lane, leased for a number of seconds. */
async function leased(
  webhook: Parameters<typeof make.delivery>[0],
  lane: number,
  seconds: number,
): Promise<string> {
  const { id } = await make.delivery(webhook, { attempt: 1 });
  await sql`
    update queue set lane = ${lane}, leased = true, lease = 1, due_at = now() + ${seconds} * interval '1 second'
    where delivery_id = ${id}`;
  return id;
}
