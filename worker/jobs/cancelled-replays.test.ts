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
