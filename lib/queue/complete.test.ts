import { expect, test } from "vitest";
import { failure, success } from "@/tests/attempt-results";
import { freshDatabase } from "@/tests/database";
import { atOneTime, deliveryState } from "@/tests/delivery-state";
import { makers } from "@/tests/make";
import { ResultWriter } from "@/worker/scheduler/result-writer";
import type { AttemptResult } from "./attempt-result";
import { claim } from "./claim";
import { completeDeliveries } from "./complete";
import { deliveryQueue } from "./delivery-queue";
import type { LeasedDelivery } from "./leased-delivery";
import { sentResult } from "./result";
import type { RetryDecision } from "./retry-decision";

const { sql } = await freshDatabase();
const make = makers(sql);
const { attempt, delivery, queued } = deliveryState(sql);

const delivered: RetryDecision = { kind: "delivered" };
const returned: RetryDecision = { kind: "returned", delayMs: 0 };

test("a success is recorded in full and ends the delivery", async () => {
  const claimed = await claimedOne();

  expect(await completeDeliveries(sql, [sentResult(claimed, success, delivered)])).toBe(1);

  expect(await attempt(claimed)).toEqual({
    deliveryId: claimed.deliveryId,
    number: 1,
    trigger: "event",
    startedAt: success.startedAt,
    durationMs: 42,
    dnsMs: 1,
    connectMs: 2,
    tlsMs: 3,
    firstByteMs: 4,
    statusCode: 204,
    cause: null,
    error: null,
    url: "https://hooks.example/",
    requestHeaders: '[["webhook-id","msg"]]',
    responseHeaders: '[["Set-Cookie","a=b"]]',
    responseBody: Buffer.from("fine"),
    responseTruncated: false,
  });
  expect(await delivery(claimed.deliveryId)).toMatchObject({
    status: "delivered",
    attempts: 1,
    statusCode: 204,
    durationMs: 42,
    cause: null,
    finished: true,
  });
  expect(await queued(claimed.deliveryId)).toBeUndefined();
});

test("a success beside a failure is recorded like one alone", async () => {
  const [alone, beside, failed] = [await claimedOne(), await claimedOne(), await claimedOne()];
  const retry: RetryDecision = { kind: "retry", delayMs: 5000 };
  const long = { ...success, truncated: true };
  const ids = [alone, beside].map(({ deliveryId }) => deliveryId);
  await sql`update deliveries set cause = 'http_5xx', status_code = 500 where id = any(${ids})`;
  await completeDeliveries(sql, [sentResult(alone, long, delivered)]);
  await completeDeliveries(sql, [
    sentResult(beside, long, delivered),
    sentResult(failed, failure, retry),
  ]);

  const facts = async (claimed: LeasedDelivery) => [
    { ...(await attempt(claimed)), deliveryId: null },
    await delivery(claimed.deliveryId),
    await queued(claimed.deliveryId),
    await tallyOf(claimed),
  ];
  expect(await facts(beside)).toEqual(await facts(alone));
});

test("what a replay delivers again is not counted again", async () => {
  const claimed = await claimedOne({ trigger: "replay", status: "delivered", attempt: 1 });

  await completeDeliveries(sql, [sentResult(claimed, success, delivered)]);

  expect(await tallyOf(claimed)).toMatchObject([{ result: "delivered", n: 0 }]);
});

test("a failure with attempts left is due later, by the database's clock", async () => {
  const claimed = await claimedOne();

  const decision: RetryDecision = { kind: "retry", delayMs: 5000 };
  const row = await atOneTime(sql, async (transaction) => {
    await completeDeliveries(transaction, [sentResult(claimed, failure, decision)]);
    return deliveryState(transaction).queued(claimed.deliveryId);
  });

  expect(row).toMatchObject({ leased: false, wait: 5, attempt: 1, step: 1, lane: 2 });
  expect(await delivery(claimed.deliveryId)).toMatchObject({
    status: "pending",
    attempts: 1,
    cause: "http_5xx",
    statusCode: 500,
    finished: false,
  });
});

test("a recorded result ends a row of losses", async () => {
  const claimed = await claimedOne();
  await sql`update queue set lost = 2 where delivery_id = ${claimed.deliveryId}`;

  await completeDeliveries(sql, [sentResult(claimed, failure, { kind: "retry", delayMs: 0 })]);

  expect(await queued(claimed.deliveryId)).toMatchObject({ lost: 0 });
});

test("410 pauses the webhook and ends the delivery", async () => {
  const claimed = await claimedOne();

  const outcome: AttemptResult = { ...failure, cause: "gone", statusCode: 410 };
  await completeDeliveries(sql, [sentResult(claimed, outcome, { kind: "gone" })]);

  expect(await delivery(claimed.deliveryId)).toMatchObject({ status: "failed", cause: "gone" });
  const [webhook] = await sql`
    select paused_at is not null as paused, pause_reason from webhooks where id = ${claimed.webhookId}`;
  expect(webhook).toEqual({ paused: true, pauseReason: "gone" });
});

test("410 leaves a webhook that a person paused meanwhile as it is", async () => {
  const claimed = await claimedOne();
  await sql`
    update webhooks set paused_at = now() - interval '1 hour', pause_reason = 'person' where id = ${claimed.webhookId}`;

  await completeDeliveries(sql, [sentResult(claimed, failure, { kind: "gone" })]);

  const [webhook] = await sql`
    select paused_at < now() - interval '1 minute' as kept, pause_reason from webhooks where id = ${claimed.webhookId}`;
  expect(webhook).toEqual({ kept: true, pauseReason: "person" });
});

test("410 does not pause the hidden webhook of a one-shot callback", async () => {
  const claimed = await claimedOne();
  await sql`update webhooks set one_shot = true where id = ${claimed.webhookId}`;

  await completeDeliveries(sql, [sentResult(claimed, failure, { kind: "gone" })]);

  expect(await delivery(claimed.deliveryId)).toMatchObject({ status: "failed" });
  expect(await sql`select paused_at from webhooks where id = ${claimed.webhookId}`).toEqual([
    { pausedAt: null },
  ]);
});

test("a stale result changes nothing", async () => {
  const stale = await claimedOne();
  await sql`update queue set due_at = now() - interval '1 second' where delivery_id = ${stale.deliveryId}`;
  const [current] = (await claim(sql, { limit: 9 })).claimed;
  // Except for the time that passes meanwhile.
  const state = async () => [
    await delivery(stale.deliveryId),
    { ...(await queued(stale.deliveryId)), wait: null },
  ];
  const before = await state();

  expect(await completeDeliveries(sql, [sentResult(stale, success, delivered)])).toBe(0);
  expect(await state()).toEqual(before);
  expect(await attempt(stale)).toMatchObject({ cause: "internal" });

  expect(await completeDeliveries(sql, [sentResult(current!, success, delivered)])).toBe(1);
  expect(await completeDeliveries(sql, [sentResult(current!, failure, returned)])).toBe(0);
  expect(await delivery(stale.deliveryId)).toMatchObject({ status: "delivered", attempts: 2 });
});

test("a result of a delivery cancelled meanwhile changes nothing", async () => {
  const claimed = await claimedOne();
  await sql`delete from queue where delivery_id = ${claimed.deliveryId}`;
  await sql`update deliveries set status = 'cancelled' where id = ${claimed.deliveryId}`;

  expect(await completeDeliveries(sql, [sentResult(claimed, success, delivered)])).toBe(0);
  expect(await delivery(claimed.deliveryId)).toMatchObject({ status: "cancelled" });
});

test("bytes that are not text are stored unchanged", async () => {
  const claimed = await claimedOne();
  const responseBody = Buffer.from([0, 0xff, 0xfe, 0x80, 0, 0x5c]);

  await completeDeliveries(sql, [sentResult(claimed, { ...success, responseBody }, delivered)]);

  expect((await attempt(claimed))?.responseBody).toEqual(responseBody);
});

test("a result that Postgres rejects is recorded without its response; the others are recorded in full", async () => {
  const [good, bad, alsoGood] = [await claimedOne(), await claimedOne(), await claimedOne()];
  const resultWriter = new ResultWriter(deliveryQueue(sql));
  const poisoned: AttemptResult = { ...failure, error: "a NUL \u0000 in it" };

  resultWriter.add(sentResult(good, success, delivered));
  resultWriter.add(sentResult(bad, poisoned, { kind: "retry", delayMs: 5000 }));
  resultWriter.add(sentResult(alsoGood, success, delivered));
  await resultWriter.idle();

  expect(await delivery(good.deliveryId)).toMatchObject({ status: "delivered" });
  expect(await delivery(alsoGood.deliveryId)).toMatchObject({ status: "delivered" });
  expect(await delivery(bad.deliveryId)).toMatchObject({
    status: "pending",
    cause: "internal",
    attempts: 1,
  });
  expect(await queued(bad.deliveryId)).toMatchObject({ leased: false, lane: 2 });
});

async function claimedOne(
  draft: Parameters<typeof make.delivery>[1] = {},
): Promise<LeasedDelivery> {
  const { id } = await make.delivery(await make.webhook(), draft);
  const { claimed } = await claim(sql, { limit: 99 });
  return claimed.find(({ deliveryId }) => deliveryId === id)!;
}

async function tallyOf({ webhookId }: LeasedDelivery) {
  return sql`
    select event, result, cause, status_code, n, times from tally_entries where webhook_id = ${webhookId}`;
}
