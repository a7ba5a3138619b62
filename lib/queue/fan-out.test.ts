import { beforeEach, expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { stuckDeliveries } from "@/tests/stuck";
import { countDue, totalOf } from "./backlog";
import { batchedEventQueue } from "./batched-enqueue";
import { expandFanOuts, othersPublish } from "./fan-out";

const { sql, db } = await freshDatabase();
const make = makers(sql);
const queue = batchedEventQueue(sql, () => undefined);

beforeEach(async () => {
  await sql`truncate accounts, events, deliveries, queue, fan_outs, audiences cascade`;
});

test("an event with up to 500 webhooks gets its deliveries at once, one with more in the background", async () => {
  const [small, large] = [await subscribed(500), await subscribed(501)];

  const [few] = await queue.enqueue([event(small)]);
  const [many] = await queue.enqueue([event(large)]);

  expect([few!.deliveryIds.length, few!.deferred]).toEqual([500, 0]);
  expect([many!.deliveryIds.length, many!.deferred]).toEqual([0, 501]);
  expect(totalOf(await countDue(db, 10_000))).toBe(1001);

  expect(await expandFanOuts(sql, 2000)).toMatchObject({
    created: 501,
    accountIds: [large],
    isLeft: false,
  });
  expect(await deliveriesOf(many!.id)).toEqual({ n: 501, webhooks: 501, queued: 501 });
  expect(await leftovers()).toEqual({ fanOuts: 0, audiences: 0 });
  expect(totalOf(await countDue(db, 10_000))).toBe(1001);
});

test("one statement creates a bounded number of deliveries: small fan-outs first, the rest in the background", async () => {
  const [small, large] = [await subscribed(2), await subscribed(400)];
  const batch = [...Array.from({ length: 20 }, () => event(large)), event(small)];

  const stored = await queue.enqueue(batch);

  expect(stored.map(({ deliveryIds, deferred }) => deliveryIds.length + deferred)).toEqual([
    ...Array(20).fill(400),
    2,
  ]);
  expect(stored.at(-1)).toMatchObject({ deferred: 0 });
  const atOnce = stored.reduce((n, { deliveryIds }) => n + deliveryIds.length, 0);
  expect(atOnce).toBe(2 + 12 * 400);
  // All of them share one frozen audience.
  expect(await leftovers()).toEqual({ fanOuts: 8, audiences: 1 });
});

test("any number of workers expand at once, portion by portion, each webhook once", async () => {
  const accounts = await Promise.all([subscribed(600), subscribed(700)]);
  const stored = await queue.enqueue(
    accounts.flatMap((account) => [event(account), event(account)]),
  );

  let left = true;
  while (left) {
    const steps = await Promise.all([1, 2, 3].map(() => expandFanOuts(sql, 150)));
    left = steps.some(({ isLeft }) => isLeft);
  }

  for (const [n, size] of [600, 600, 700, 700].entries()) {
    expect(await deliveriesOf(stored[n]!.id)).toEqual({ n: size, webhooks: size, queued: size });
  }
  expect(await leftovers()).toEqual({ fanOuts: 0, audiences: 0 });
  expect(await stuckDeliveries(sql)).toEqual([]);
});

test("an uncommitted step changes nothing", async () => {
  const [stored] = await queue.enqueue([event(await subscribed(600))]);
  await sql
    .begin(async (killed) => {
      await expandFanOuts(killed as never, 100);
      throw new Error("killed");
    })
    .catch(() => null);
  expect(await deliveriesOf(stored!.id)).toMatchObject({ n: 0 });

  await expandFanOuts(sql, 100);
  expect(await deliveriesOf(stored!.id)).toEqual({ n: 100, webhooks: 100, queued: 100 });
  await expandFanOuts(sql, 1000);
  expect(await deliveriesOf(stored!.id)).toEqual({ n: 600, webhooks: 600, queued: 600 });
});

test("accounts share a portion equally, whatever they have waiting", async () => {
  const [huge, modest] = [await subscribed(600), await subscribed(501)];
  const first = await queue.enqueue(Array.from({ length: 50 }, () => event(huge)));
  const [last] = await queue.enqueue([event(modest)]);

  await expandFanOuts(sql, 1200);

  expect(await deliveriesOf(first[0]!.id)).toMatchObject({ n: 600 });
  expect(await deliveriesOf(first[1]!.id)).toMatchObject({ n: 0 });
  expect(await deliveriesOf(last!.id)).toMatchObject({ n: 501 });

  expect(await othersPublish(sql, [huge])).toBe(true);
  expect(await othersPublish(sql, [huge, modest])).toBe(false);
});

test("the audience is frozen when the event is accepted", async () => {
  const account = await subscribed(600);
  const [stored] = await queue.enqueue([event(account)]);
  const [paused, deleted, unsubscribed, limited] = await sql<{ id: string }[]>`
    select id from webhooks where account_id = ${account} order by id limit 4`;
  await sql`update webhooks set rate_per_second = 5 where id in (${paused!.id}, ${limited!.id})`;
  await sql`update webhooks set paused_at = now() where id = ${paused!.id}`;
  await sql`delete from webhooks where id = ${deleted!.id}`;
  await sql`update webhooks set events = array['AVATAR_TRAINING_FAILED'] where id = ${unsubscribed!.id}`;
  const late = await make.webhook({ accountId: account });

  await expandFanOuts(sql, 1000);

  expect(await deliveriesOf(stored!.id)).toEqual({ n: 600, webhooks: 600, queued: 599 });
  expect(await deliveryTo(paused!.id)).toEqual({ status: "pending", due: "infinity", lane: 0 });
  expect(await deliveryTo(deleted!.id)).toEqual({ status: "cancelled", due: null, lane: null });
  expect(await deliveryTo(unsubscribed!.id)).toMatchObject({ status: "pending", lane: 0 });
  expect(await deliveryTo(limited!.id)).toMatchObject({ status: "pending", lane: 1 });
  expect(await deliveryTo(late.id)).toBeUndefined();
});

/** Creates an account with a number of subscribed webhooks. */
async function subscribed(webhooks: number): Promise<string> {
  const accountId = await make.account();
  await make.webhooks(accountId, webhooks);
  return accountId;
}

function event(accountId: string) {
  const name = "VIDEO_GENERATION_SUCCESS" as const;
  return { accountId, event: name, data: '{"videoId":"v"}', subject: "v" };
}

async function deliveriesOf(eventId: string) {
  const [row] = await sql`
    select count(*)::int as n, count(distinct d.webhook_id)::int as webhooks, count(q.delivery_id)::int as queued
    from deliveries d left join queue q on q.delivery_id = d.id where d.event_id = ${eventId}`;
  return row;
}

async function deliveryTo(webhookId: string) {
  const [row] = await sql`
    select d.status, q.due_at::text as due, q.lane from deliveries d left join queue q on q.delivery_id = d.id
    where d.webhook_id = ${webhookId}`;
  return row;
}

async function leftovers() {
  const [row] = await sql`
    select (select count(*)::int from fan_outs) as fan_outs, (select count(*)::int from audiences) as audiences`;
  return row;
}
