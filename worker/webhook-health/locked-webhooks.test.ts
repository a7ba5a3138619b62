import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { autoPause } from "@/worker/jobs/auto-pause";
import { FailureStreaks } from "./failure-streaks";
import { LastTriggered } from "./last-triggered";

const { sql } = await freshDatabase();
const make = makers(sql);
const at = new Date();

/** Returns a webhook that a transaction has begun to delete, one of another account, and the end of the transaction. */
async function deleting(end: "commit" | "rollback") {
  const [locked, other] = [
    await make.webhook({ isNew: true }),
    await make.webhook({ isNew: true }),
  ];
  await sql`
    insert into receivers (webhook_id, failing_since, failed_at, failed_deliveries)
    select id, now() - interval '6 days', now(), 20 from webhooks where id = any(${[locked.id, other.id]})`;
  const transaction = await sql.reserve();
  await transaction`begin`;
  await transaction`delete from webhooks where id = ${locked.id}`;
  return {
    ids: [locked.id, other.id],
    other: other.id,
    async finish() {
      await transaction.unsafe(end);
      transaction.release();
    },
  };
}

const triggered = async (ids: string[]) =>
  (await sql`select id from webhooks where id = any(${ids}) and last_triggered_at is not null`).map(
    ({ id }) => id,
  );
const failing = async (ids: string[]) =>
  (await sql`select webhook_id from receivers where webhook_id = any(${ids}) and failures = 1`).map(
    ({ webhookId }) => webhookId,
  );

test.each([
  ["commit", 1],
  ["rollback", 2],
] as const)(
  "a webhook that is being deleted delays the times of no other (%s)",
  async (end, count) => {
    const { ids, other, finish } = await deleting(end);
    const times = new LastTriggered(sql);
    for (const id of ids) times.note(id, at);
    await times.flush();
    expect(await triggered(ids)).toEqual([other]);
    await finish();
    await times.flush();
    expect(await triggered(ids)).toHaveLength(count);
  },
);

test.each([
  ["commit", 1],
  ["rollback", 2],
] as const)(
  "a webhook that is being deleted delays the streaks of no other (%s)",
  async (end, count) => {
    const { ids, other, finish } = await deleting(end);
    const streaks = new FailureStreaks(sql);
    for (const webhookId of ids) {
      const made = {
        webhookId,
        callbackUrl: "https://hooks.example/",
        deliveryId: webhookId,
        attempt: 1,
        trigger: "event",
        step: 1,
      } as const;
      streaks.note(made, { cause: "timeout", error: "It timed out.", startedAt: at });
    }
    await streaks.flush();
    expect(await failing(ids)).toEqual([other]);
    await finish();
    await streaks.flush();
    expect(await failing(ids)).toHaveLength(count);
  },
);

test("a webhook that is being deleted delays the automatic pause of no other", async () => {
  const { ids, other, finish } = await deleting("commit");
  await autoPause(sql);
  expect(
    await sql`select id from webhooks where id = any(${ids}) and pause_reason = 'failing'`,
  ).toEqual([{ id: other }]);
  await finish();
});
