import { expect, test } from "vitest";
import type { Trigger } from "@/db/enums";
import { failure, success } from "@/tests/attempt-results";
import { freshDatabase } from "@/tests/database";
import { atOneTime, deliveryState } from "@/tests/delivery-state";
import { makers } from "@/tests/make";
import { cancel } from "./cancel";
import { claim } from "./claim";
import { completeDeliveries } from "./complete";
import type { LeasedDelivery } from "./leased-delivery";
import { sentResult } from "./result";
import type { RetryDecision } from "./retry-decision";

const { db, sql } = await freshDatabase();
const make = makers(sql);
const { attempt, delivery, queued } = deliveryState(sql);

const returned: RetryDecision = { kind: "returned", delayMs: 0 };

test("a test or resend that fails ends if it interrupted no schedule", async () => {
  const claimed = await claimedOne({ trigger: "test" });

  await completeDeliveries(sql, [sentResult(claimed, failure, returned)]);

  expect(await delivery(claimed.deliveryId)).toMatchObject({ status: "failed", finished: true });
  expect(await queued(claimed.deliveryId)).toBeUndefined();
});

test("a test or resend that fails leaves a delivered delivery delivered", async () => {
  const claimed = await claimedOne({ trigger: "resend", status: "delivered", attempt: 1 });
  const finishedAt = new Date("2026-11-01T12:00:00Z");
  await sql`update deliveries set finished_at = ${finishedAt} where id = ${claimed.deliveryId}`;

  await completeDeliveries(sql, [sentResult(claimed, failure, returned)]);

  expect(await delivery(claimed.deliveryId)).toMatchObject({ status: "delivered", attempts: 2 });
  expect(await sql`select finished_at from deliveries where id = ${claimed.deliveryId}`).toEqual([
    { finishedAt },
  ]);
  expect(await attempt(claimed)).toMatchObject({ number: 2, trigger: "resend", statusCode: 500 });
  expect(await sql`select from tally_entries where webhook_id = ${claimed.webhookId}`).toHaveLength(
    0,
  );
});

test("a resend of a delivery that has ended is not cancelled", async () => {
  const { id } = await make.delivery(await make.webhook(), {
    trigger: "resend",
    status: "delivered",
    attempt: 1,
  });

  expect(await cancel(db, id)).toBe(false);
  expect(await queued(id)).toMatchObject({ trigger: "resend" });
});

test("a test or resend that fails continues the schedule at its original time", async () => {
  const resumeAt = new Date(Date.now() + 3_600_000);
  const claimed = await claimedOne({ trigger: "resend", attempt: 3, step: 3, resumeAt });

  await completeDeliveries(sql, [sentResult(claimed, failure, returned)]);

  expect(await queued(claimed.deliveryId)).toMatchObject({
    leased: false,
    trigger: "event",
    attempt: 4,
    step: 3,
    resumeAt: null,
  });
  expect(await sql`select due_at from queue where delivery_id = ${claimed.deliveryId}`).toEqual([
    { dueAt: resumeAt },
  ]);
  expect(await delivery(claimed.deliveryId)).toMatchObject({ status: "pending", attempts: 4 });
});

test("a test or resend that fails continues it at once when that time has passed, or after Retry-After", async () => {
  const resumeAt = new Date(Date.now() - 3_600_000);
  const [late, asked] = [
    await claimedOne({ trigger: "resend", resumeAt }),
    await claimedOne({ trigger: "resend", resumeAt }),
  ];

  const waits = await atOneTime(sql, async (transaction) => {
    await completeDeliveries(transaction, [
      sentResult(late, failure, returned),
      sentResult(asked, failure, { kind: "returned", delayMs: 60_000 }),
    ]);
    const state = deliveryState(transaction);
    return [await state.queued(late.deliveryId), await state.queued(asked.deliveryId)];
  });

  expect(waits).toMatchObject([{ wait: 0 }, { wait: 60 }]);
});

test("a test or resend that fails parks the delivery again if it was parked", async () => {
  const claimed = await claimedOne({ trigger: "resend", resumeAt: "infinity" });
  await sql`update webhooks set paused_at = now() where id = ${claimed.webhookId}`;

  await completeDeliveries(sql, [sentResult(claimed, failure, returned)]);

  expect(await queued(claimed.deliveryId)).toMatchObject({ due: "infinity" });
});

test("a test or resend that fails continues the schedule when the webhook was resumed meanwhile", async () => {
  const claimed = await claimedOne({ trigger: "resend", resumeAt: "infinity" });

  const row = await atOneTime(sql, async (transaction) => {
    await completeDeliveries(transaction, [sentResult(claimed, failure, returned)]);
    return deliveryState(transaction).queued(claimed.deliveryId);
  });

  expect(row).toMatchObject({ trigger: "event", leased: false, wait: 0 });
});

test.each(["alone", "beside a failure"])(
  "a resend that succeeds (%s) counts no delivery twice, and no test",
  async (how) => {
    const again = await claimedOne({ trigger: "resend", status: "delivered", attempt: 1 });
    const ofTest = await claimedOne({ trigger: "resend", attempt: 1 });
    await sql`update deliveries set trigger = 'test' where id = ${ofTest.deliveryId}`;
    const failed = how === "alone" ? [] : [await claimedOne({ trigger: "resend" })];

    await completeDeliveries(sql, [
      ...[again, ofTest].map((claimed) => sentResult(claimed, success, { kind: "delivered" })),
      ...failed.map((claimed) => sentResult(claimed, failure, returned)),
    ]);

    expect(await delivery(ofTest.deliveryId)).toMatchObject({ status: "delivered" });
    const webhookIds = [again, ofTest].map(({ webhookId }) => webhookId);
    expect(await sql`select from tally_entries where webhook_id = any(${webhookIds})`).toHaveLength(
      0,
    );
  },
);

type Draft = Parameters<typeof make.delivery>[1] & { trigger?: Trigger };

async function claimedOne(draft: Draft = {}): Promise<LeasedDelivery> {
  const { id } = await make.delivery(await make.webhook(), draft);
  const { claimed } = await claim(sql, { limit: 99 });
  return claimed.find(({ deliveryId }) => deliveryId === id)!;
}
