import { expect, test } from "vitest";
import { claim } from "@/lib/queue/claim";
import { completeDeliveries } from "@/lib/queue/complete";
import { resend } from "@/lib/queue/resend";
import { sentResult } from "@/lib/queue/result";
import type { RetryDecision } from "@/lib/queue/retry-decision";
import { advance } from "@/lib/replays/advance";
import { cancelReplay } from "@/lib/replays/operations";
import { failure, success } from "@/tests/attempt-results";
import { replayTests } from "@/tests/replays";

const { sql, db, make, current, replay, ended } = await replayTests();

test("after a cancel, the result of a request in flight is recorded", async () => {
  const { id: deliveryId } = await make.delivery(current.hook);
  await fail(deliveryId, { kind: "failed" }, {});
  const { id } = await replay({ ids: [deliveryId] });
  await advance(db, id);
  const { claimed } = await claim(sql, { limit: 99 });
  await cancelReplay(current.ctx, id);
  await advance(db, id);

  const results = claimed.map((one) => sentResult(one, success, { kind: "delivered" }));
  expect(await completeDeliveries(sql, results)).toBe(1);
  expect(await sql`select status, attempts from deliveries where id = ${deliveryId}`).toEqual([
    { status: "delivered", attempts: 2 },
  ]);
});

test("after a cancel, a failure is counted under its own cause, though a resend failed by another one since", async () => {
  const { id: deliveryId } = await make.delivery(current.hook);
  await fail(deliveryId, { kind: "failed" }, {});
  const { id } = await replay({ ids: [deliveryId] });
  await advance(db, id);
  expect(await resend(db, deliveryId)).toBeNull();
  await fail(deliveryId, { kind: "returned", delayMs: 0 }, timeout);
  await cancelReplay(current.ctx, id);
  await ended(id, { status: "cancelled", finishedAt: expect.any(Date) });

  expect(await sql`select status, cause from deliveries where id = ${deliveryId}`).toEqual([
    { status: "failed", cause: "timeout" },
  ]);
  expect(await counted()).toEqual([{ result: "failed", cause: "http_5xx", n: 1 }]);
});

test("after a cancel, what has failed now counts as failed, by the cause of its last scheduled attempt", async () => {
  const { id: deliveryId } = await make.delivery(current.hook);
  await fail(deliveryId, { kind: "failed" }, {});
  const { id } = await replay({ ids: [deliveryId] });
  await advance(db, id);
  await fail(deliveryId, { kind: "retry", delayMs: 3_600_000 }, timeout);
  expect(await resend(db, deliveryId)).toBeNull();
  await fail(deliveryId, { kind: "returned", delayMs: 0 }, { cause: "dns", statusCode: null });
  await cancelReplay(current.ctx, id);
  await ended(id, { status: "cancelled", finishedAt: expect.any(Date) });

  expect(await sql`select status from deliveries where id = ${deliveryId}`).toEqual([
    { status: "failed" },
  ]);
  expect(await counted()).toEqual([
    { result: "failed", cause: "timeout", n: 1 },
    { result: "retrying", cause: "http_5xx", n: 1 },
  ]);
});

/** A delivery that has failed or waits an hour for its retry, which a replay queued and a person resent. */
async function resent(was: "failed" | "pending") {
  const dueAt = new Date(Date.now() + 3_600_000);
  const { id: deliveryId } = await make.delivery(current.hook, { attempt: 3, dueAt });
  if (was === "failed") {
    await sql`delete from queue where delivery_id = ${deliveryId}`;
    await sql`update deliveries set status = 'failed', finished_at = now() where id = ${deliveryId}`;
  }
  const { id } = await replay({ ids: [deliveryId] });
  await advance(db, id);
  expect(await resend(db, deliveryId)).toBeNull();
  return { id, deliveryId, dueAt };
}

const cancelled = { status: "cancelled", total: 1, cancelled: 1, finishedAt: expect.any(Date) };

test.each(["before", "after"])(
  "a resend of a failed delivery that is claimed %s the cancel of its replay ends it",
  async (time) => {
    const { id, deliveryId } = await resent("failed");
    const [claimed] = time === "before" ? (await claim(sql, { limit: 99 })).claimed : [];
    await cancelReplay(current.ctx, id);
    const own = claimed ?? (await claim(sql, { limit: 99 })).claimed[0]!;
    await completeDeliveries(sql, [sentResult(own, failure, { kind: "returned", delayMs: 0 })]);
    expect((await claim(sql, { limit: 99, lane: 2 })).claimed).toEqual([]);
    await ended(id, cancelled);
    expect(await sql`select status from deliveries where id = ${deliveryId}`).toEqual([
      { status: "failed" },
    ]);
    expect(await sql`select from queue where delivery_id = ${deliveryId}`).toEqual([]);
  },
);

test.each(["before", "after"])(
  "a resend that is claimed %s the cancel of its replay continues the schedule from before the replay",
  async (time) => {
    const { id, deliveryId, dueAt } = await resent("pending");
    const [claimed] = time === "before" ? (await claim(sql, { limit: 99 })).claimed : [];
    await cancelReplay(current.ctx, id);
    const own = claimed ?? (await claim(sql, { limit: 99 })).claimed[0]!;
    await completeDeliveries(sql, [sentResult(own, failure, { kind: "returned", delayMs: 0 })]);
    expect((await claim(sql, { limit: 99, lane: 2 })).claimed).toEqual([]);
    await ended(id, cancelled);
    const [row] = await sql`select * from queue where delivery_id = ${deliveryId}`;
    expect(row).toMatchObject({ dueAt, trigger: "event", step: 3, attempt: 4, replayId: null });
  },
);

const timeout = { cause: "timeout", statusCode: null };

/** Claims a delivery, and lets its attempt fail. */
async function fail(deliveryId: string, decision: RetryDecision, outcome: object): Promise<void> {
  const { claimed } = await claim(sql, { limit: 99 });
  const own = claimed.find((one) => one.deliveryId === deliveryId)!;
  const result = { ...failure, startedAt: new Date(), ...outcome };
  await completeDeliveries(sql, [sentResult(own, result, decision)]);
}

/** Returns what the statistics of the webhook count. */
const counted = () => sql`
  select result, cause, sum(n)::int as n from tally_entries
  where webhook_id = ${current.hook.id} group by 1, 2 having sum(n) <> 0 order by 1`;
