import { expect, test } from "vitest";
import type { Context } from "@/lib/context";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { deliveriesBySlot } from "./deliveries-by-slot";
import type { Choice } from "./outcomes";
import { type Slots, slotsOf } from "./slots";
import { waitingOf } from "./waiting";

const { sql, db } = await freshDatabase();
const make = makers(sql);

test("counts the cancelled by their end, and those that wait for a retry by their creation", async () => {
  const [webhook, other] = [await make.webhook(), await make.webhook()];
  const { accountId } = webhook;
  const ctx = { db, accountId } as unknown as Context;
  for (const draft of [
    { attempt: 1 },
    { attempt: 3 },
    { attempt: 0 },
    { trigger: "test" as const },
  ])
    await make.delivery(webhook, draft);
  for (const [of, draft] of [
    [webhook, {}],
    [webhook, { trigger: "test" }],
    [other, {}],
  ] as const) {
    const cancelled = await make.delivery(of, draft);
    await sql`delete from queue where delivery_id = ${cancelled.id}`;
    await sql`
      update deliveries set status = 'cancelled', finished_at = now() - interval '2 hours'
      where id = ${cancelled.id}`;
  }
  await make.delivery(other, { attempt: 1 });

  const resent = await make.delivery(webhook, { attempt: 1 });
  await sql`update deliveries set status = 'delivered', finished_at = now() where id = ${resent.id}`;
  await sql`
    with job as (
      insert into replays (id, choice, fingerprint, rate_per_second)
      values (new_id(), '{}', 'one', 1) returning id
    ), item as (
      insert into replay_items (replay_id, delivery_id, state, status_before)
      select id, ${resent.id}, 'queued', 'delivered' from job
    )
    update queue set trigger = 'replay', replay_id = job.id from job where delivery_id = ${resent.id}`;

  await sql`
    update deliveries set cause = 'timeout' where account_id = ${accountId} and attempts = 3`;
  const now = Date.now();
  const last = (of: number[]) => of.slice(-6);
  const day = await deliveriesBySlot(ctx, slotsOf({ since: "24h" }, now), { of: { accountId } });
  expect(last(day.waiting)).toEqual([0, 0, 0, 0, 0, 2]);
  expect(day.cancelled.at(-1)).toBe(0);
  expect(last(day.cancelled).reduce((sum, n) => sum + n)).toBe(1);

  const later = slotsOf({ since: "1h" }, now + 2 * 3_600_000);
  const hourLater = await deliveriesBySlot(ctx, later, { of: { accountId } });
  const { waiting, pending, earlier, cancelled } = hourLater;
  expect(cancelled.every((n) => n === 0)).toBe(true);
  expect([waiting[0], waiting.slice(1).some((n) => n > 0)]).toEqual([2, false]);
  expect([pending[0], earlier]).toEqual([3, { waiting: 2, pending: 3 }]);
  expect([day.pending.at(-1), day.earlier]).toEqual([3, { waiting: 0, pending: 0 }]);
  expect(day.pendingBy?.toSorted((one, other) => other.n - one.n)).toEqual([
    { slot: 0, event: "VIDEO_GENERATION_SUCCESS", cause: null, n: 2, retrying: 1 },
    { slot: 0, event: "VIDEO_GENERATION_SUCCESS", cause: "timeout", n: 1, retrying: 1 },
  ]);
  const hour = 3_600_000;
  const [from, to] = [new Date(now - hour), new Date(now + hour)];
  const single: Slots = { grain: 1, from, to, widthMs: 2 * hour };
  const within = await deliveriesBySlot(ctx, single, { of: { accountId } });
  expect([within.pending, within.earlier]).toEqual([[3], { waiting: 0, pending: 0 }]);

  const named = { accountId, webhooks: [other.id] };
  expect((await deliveriesBySlot(ctx, later, { of: named })).waiting[0]).toBe(0);
  const of = { accountId };
  const event = ["AVATAR_TRAINING_FAILED" as const];
  expect((await deliveriesBySlot(ctx, later, { of, event })).waiting[0]).toBe(0);

  const slots = slotsOf({ since: "24h" }, now);
  const timedOut = await deliveriesBySlot(ctx, slots, { of, cause: ["timeout"] });
  expect(timedOut.waiting.at(-1)).toBe(1);
  const others = [
    timedOut,
    await deliveriesBySlot(ctx, slots, { of: named }),
    await deliveriesBySlot(ctx, slots, { of, event }),
  ];
  expect(others.flatMap(({ cancelledBy }) => cancelledBy)).toEqual([]);
  expect(timedOut.pendingBy).toMatchObject([{ cause: "timeout", n: 1, retrying: 1 }]);
});

test("counts ten thousand unfinished deliveries by event and cause, and not more", async () => {
  const { id, accountId } = await make.webhook();
  const ctx = { db, accountId } as unknown as Context;
  const add = (count: number) => sql`
    with made as (
      insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger)
      select new_id(), ${accountId}, new_id(), ${id}, 'VIDEO_GENERATION_SUCCESS', 'https://hooks.example/', 'event'
      from generate_series(1, ${count}) returning id, account_id, event_id, webhook_id
    )
    insert into queue (delivery_id, event_id, webhook_id, account_id, trigger)
    select id, event_id, webhook_id, account_id, 'event' from made`;
  const pendingBy = async () =>
    (await deliveriesBySlot(ctx, slotsOf({}, Date.now()), { of: { accountId } })).pendingBy;
  await add(10_000);
  expect(await pendingBy()).toMatchObject([{ n: 10_000, retrying: 0 }]);
  await add(1);
  expect(await pendingBy()).toBeUndefined();
});

test("counts what a fan-out has yet to create, but not by webhook", async () => {
  const webhook = await make.webhook();
  const { accountId } = webhook;
  const ctx = { db, accountId } as unknown as Context;
  await make.delivery(webhook);
  await sql`
    insert into fan_outs (event_id, account_id, event, audience_id, size, done)
    values (new_id(), ${accountId}, 'VIDEO_GENERATION_SUCCESS', new_id(), 7, 2)`;
  const slots = slotsOf({ since: "24h" }, Date.now());
  const pending = async (webhooks?: string[], more?: Partial<Choice>) =>
    (await deliveriesBySlot(ctx, slots, { of: { accountId, webhooks }, ...more })).pending.at(-1);
  const other = await make.account();
  await sql`
    insert into fan_outs (event_id, account_id, event, audience_id, size)
    values (new_id(), ${other}, 'VIDEO_GENERATION_SUCCESS', new_id(), 100)`;
  expect([await pending(), await pending([webhook.id])]).toEqual([6, 1]);
  expect(await pending(undefined, { cause: ["dns"] })).toBe(0);
  expect(await pending(undefined, { event: ["AVATAR_TRAINING_FAILED"] })).toBe(0);
  const depth = { ready: 6, unfinished: 6, expanding: 5 };
  expect(await waitingOf(ctx, { accountId })).toMatchObject(depth);
  const named = { accountId, webhooks: [webhook.id] };
  const ofOne = { ready: 1, unfinished: 1, expanding: 0 };
  expect(await waitingOf(ctx, named)).toMatchObject(ofOne);
  await sql`update queue set leased = true where webhook_id = ${webhook.id}`;
  expect(await waitingOf(ctx, named)).toMatchObject({ ...ofOne, ready: 0 });
  await sql`update queue set leased = false where webhook_id = ${webhook.id}`;
  // Sample data, which is never due.
  await sql`update queue set lane = 3 where webhook_id = ${webhook.id}`;
  expect(await waitingOf(ctx, named)).toMatchObject({ ...ofOne, ready: 0 });
  await sql`update queue set due_at = 'infinity' where webhook_id = ${webhook.id}`;
  expect(await waitingOf(ctx, named)).toMatchObject({ parked: 0 });
  await sql`update queue set lane = 0 where webhook_id = ${webhook.id}`;
  expect(await waitingOf(ctx, named)).toMatchObject({ parked: 1 });

  const [from, to] = [2, 1].map((hours) => new Date(Date.now() - hours * 3_600_000));
  const past = await deliveriesBySlot(ctx, slotsOf({ from, to }, Date.now()), {
    of: { accountId },
  });
  expect(past.pending.every((n) => n === 0)).toBe(true);
});
