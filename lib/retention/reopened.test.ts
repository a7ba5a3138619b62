import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import type { Queries } from "@/db/client";
import { claim } from "@/lib/queue/claim";
import { queueTurn } from "@/lib/queue/replay";
import { resend } from "@/lib/queue/resend";
import { countWaiting, freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { runRetention } from "./run-retention";

const { db, sql, url } = await freshDatabase();
const make = makers(sql);

// Ids of no day that has a partition.
test.each([
  ["failed", "resent", "f47ac10b-58cc-4372-a567-0e02b2c3d479"],
  ["delivered", "resent", "f47ac10b-58cc-4372-a567-0e02b2c3d480"],
  ["failed", "replayed", "f47ac10b-58cc-4372-a567-0e02b2c3d481"],
  ["delivered", "replayed", "f47ac10b-58cc-4372-a567-0e02b2c3d482"],
] as const)(
  "a %s delivery that is %s while retention deletes it stays, and is sent",
  async (status, how, id) => {
    await makeOld(id, status);
    const again = { resent: resend, replayed: replay }[how];
    const run = await db.transaction(async (tx) => {
      await again(tx, id);
      const retention = runRetention(url, 30);
      await eventually(async () => expect(await countWaiting(sql)).toBe(1));
      return { retention };
    });
    expect(await run.retention).toBe(true);
    const { claimed } = await claim(sql, { limit: 1 });
    expect(claimed).toMatchObject([{ deliveryId: id }]);
  },
);

test.each([
  ["failed", "f47ac10b-58cc-4372-a567-0e02b2c3d483"],
  ["delivered", "f47ac10b-58cc-4372-a567-0e02b2c3d484"],
] as const)("a replay skips a %s delivery that retention is deleting", async (status, id) => {
  await makeOld(id, status);
  const deletion = await sql.reserve();
  await deletion`begin`;
  await deletion`delete from deliveries where id = ${id}`;
  const replaying = replay(db, id);
  await eventually(async () => expect(await countWaiting(sql)).toBe(1));
  await deletion`commit`;
  deletion.release();
  await replaying;
  expect(await sql`select state from replay_items where delivery_id = ${id}`).toEqual([
    { state: "skipped" },
  ]);
});

/** Creates a delivery that is over, 40 days old and in the default partition. */
async function makeOld(id: string, status: "failed" | "delivered"): Promise<void> {
  await make.delivery(await make.webhook(), { id, status });
  await sql`delete from queue`;
  await sql`
    update deliveries set created_at = now() - interval '40 days', finished_at = now() - interval '40 days',
      event_id = id where id = ${id}`;
  await sql`update events set created_at = now() - interval '40 days', id = ${id} where subject = ${id}`;
  await runRetention(url, 90);
}

/** Queues a delivery for a replay of its own. */
async function replay(tx: Queries, deliveryId: string): Promise<void> {
  const id = uuidv7();
  await sql`
    insert into replays (id, choice, fingerprint, rate_per_second, paced_to)
    values (${id}, '{}', ${id}, 100, now() - interval '1 second')`;
  await sql`insert into replay_items (replay_id, delivery_id) values (${id}, ${deliveryId})`;
  expect(await queueTurn(tx, { id, accountId: null })).toBe(1);
}
