import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { atOneTime, deliveryState } from "@/tests/delivery-state";
import { makers } from "@/tests/make";
import { claim } from "./claim";

const { sql } = await freshDatabase();
const make = makers(sql);
const { delivery, queued } = deliveryState(sql);

test("a lost worker leaves a recorded attempt, and the delivery is claimed again", async () => {
  const { id } = await make.delivery(await make.webhook());
  await claim(sql, { limit: 9 });
  await loseWorker(id);

  const { claimed } = await claim(sql, { limit: 9 });

  expect(claimed).toMatchObject([{ deliveryId: id, attempt: 2, step: 2 }]);
  expect(await attempts(id)).toEqual([
    {
      number: 1,
      trigger: "event",
      cause: "internal",
      error: "The worker or the database stopped before the result was recorded.",
      durationMs: 0,
    },
  ]);
  expect(await delivery(id)).toMatchObject({ status: "pending", attempts: 1, cause: "internal" });
  expect(await queued(id)).toMatchObject({ lost: 1 });
});

test("a lost worker uses up a step of the schedule: the next attempt follows after the wait of that step", async () => {
  const { id } = await make.delivery(await make.webhook(), { attempt: 2, step: 2 });
  const callbackUrl = `http://inbox.postback.internal/${"abcdefgh2345".repeat(2)}`;
  const toInbox = await make.delivery(await make.webhook({ callbackUrl }), { attempt: 5 });
  const resent = await make.delivery(await make.webhook(), { trigger: "resend", attempt: 7 });
  await sql`update queue set lost = 1 where delivery_id = ${resent.id}`;
  const [row, inboxRow, resentRow] = await atOneTime(sql, async (transaction) => {
    const ids = [id, toInbox.id, resent.id];
    await claim(transaction, { limit: 9 });
    for (const one of ids) await loseWorker(one, transaction);
    const { claimed, failed } = await claim(transaction, { limit: 9, spread: 0 });
    expect([claimed, failed]).toEqual([[], []]);
    return Promise.all(ids.map((one) => deliveryState(transaction).queued(one)));
  });

  expect(await attempts(id)).toMatchObject([{ number: 3, cause: "internal" }]);
  expect(await delivery(id)).toMatchObject({ status: "pending", attempts: 3, cause: "internal" });
  expect(row).toMatchObject({ attempt: 3, step: 3, leased: false, lost: 1, lane: 2 });
  // 30 min from the claim, which was 17 s ago: the lease of 16 s and one more second.
  expect(row).toMatchObject({ wait: 1800 - 17 });
  expect(inboxRow).toMatchObject({ wait: 60 - 17 });
  // A resend has no step: the workers lost in a row count.
  expect(resentRow).toMatchObject({ wait: 300 - 17, step: 7, lost: 2 });
});

test("after a lost worker too, a wait is never early and at most a fifth late", async () => {
  const { id } = await make.delivery(await make.webhook(), { attempt: 2 });
  const row = await atOneTime(sql, async (transaction) => {
    await claim(transaction, { limit: 9 });
    await loseWorker(id, transaction);
    await claim(transaction, { limit: 9 });
    return deliveryState(transaction).queued(id);
  });

  expect(row?.wait).toBeGreaterThanOrEqual(1800 - 17);
  expect(row?.wait).toBeLessThanOrEqual(1800 * 1.2 - 17);
});

test("a lost attempt replaces what the log shows of the last response", async () => {
  const { id } = await make.delivery(await make.webhook(), { attempt: 1 });
  await sql`update deliveries set cause = 'http_5xx', status_code = 500, duration_ms = 42 where id = ${id}`;
  await claim(sql, { limit: 9 });
  await loseWorker(id);

  await claim(sql, { limit: 9 });

  expect(await delivery(id)).toMatchObject({ cause: "internal", statusCode: null, durationMs: 0 });
});

test("losing workers again and again lets the delivery fail with the end of its schedule, and not before", async () => {
  const { id } = await make.delivery(await make.webhook());
  const taken = await loseAllWorkers(id);

  expect(taken).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(await attempts(id)).toHaveLength(10);
  expect(await delivery(id)).toMatchObject({ status: "failed", attempts: 10, cause: "internal" });
  expect(await queued(id)).toBeUndefined();
});

test("a worker lost during the resend of a delivered delivery: it stays delivered; the resend ends as well", async () => {
  const draft = { trigger: "resend", status: "delivered", attempt: 1 } as const;
  const { id } = await make.delivery(await make.webhook(), draft);
  const finishedAt = new Date("2026-11-01T12:00:00Z");
  await sql`update deliveries set finished_at = ${finishedAt} where id = ${id}`;
  await loseAllWorkers(id);

  expect(await delivery(id)).toMatchObject({ status: "delivered", attempts: 11 });
  expect(await sql`select finished_at from deliveries where id = ${id}`).toEqual([{ finishedAt }]);
  expect(await queued(id)).toBeUndefined();
});

test("the last lost attempt counts as a failure, but not that of a test that was resent", async () => {
  const webhook = await make.webhook();
  const last = await make.delivery(webhook, { attempt: 9 });
  const ofTest = await make.delivery(webhook, { trigger: "test", attempt: 1 });
  await sql`update queue set trigger = 'resend', lost = 9 where delivery_id = ${ofTest.id}`;
  await claim(sql, { limit: 9 });
  for (const { id } of [last, ofTest]) await loseWorker(id);

  await claim(sql, { limit: 9 });

  for (const { id } of [last, ofTest])
    expect(await delivery(id)).toMatchObject({ status: "failed" });
  expect(
    await sql`select result, cause, n from tally_entries where webhook_id = ${webhook.id}`,
  ).toEqual([{ result: "failed", cause: "internal", n: 1 }]);
});

test("a delivery lost with its worker, of a webhook paused meanwhile, is parked with its attempt recorded", async () => {
  const webhook = await make.webhook();
  const { id } = await make.delivery(webhook);
  await claim(sql, { limit: 9 });
  await loseWorker(id);
  await sql`update webhooks set paused_at = now() where id = ${webhook.id}`;

  await claim(sql, { limit: 9 });

  expect(await attempts(id)).toHaveLength(1);
  expect(await queued(id)).toMatchObject({ due: "infinity", leased: false, attempt: 1 });
});

/** Ends the lease of a delivery without a result. */
async function loseWorker(id: string, client = sql): Promise<void> {
  await client`update queue set due_at = now() - interval '1 second' where delivery_id = ${id}`;
}

/** Loses every worker that claims the delivery. Returns the attempts that were claimed. */
async function loseAllWorkers(id: string): Promise<number[]> {
  const taken: number[] = [];
  while (await queued(id)) {
    for (const lane of [0, 2] as const) {
      const { claimed } = await claim(sql, { lane, limit: 9 });
      taken.push(...claimed.filter((one) => one.deliveryId === id).map(({ attempt }) => attempt));
    }
    await loseWorker(id);
  }
  return taken;
}

async function attempts(id: string) {
  return [
    ...(await sql`
      select number, trigger, cause, error, duration_ms from attempts
      where delivery_id = ${id} order by number`),
  ];
}
