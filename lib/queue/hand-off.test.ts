import { beforeEach, expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { batchedEventQueue } from "./batched-enqueue";
import { type Capacity, noCapacity } from "./capacity";
import { claim } from "./claim";
import { deliveryQueue } from "./delivery-queue";
import { leaseMarginSeconds } from "./lease";
import type { LeasedDelivery } from "./leased-delivery";
import { unsentResult } from "./result";
import { transactionalEventQueue } from "./transactional-enqueue";

const { sql, db } = await freshDatabase();
const make = makers(sql);

let capacity: Capacity;
let handed: LeasedDelivery[];
const eventQueue = batchedEventQueue(sql, () => ({
  capacity: () => capacity,
  take: ({ claimed }) => void handed.push(...claimed),
}));
beforeEach(async () => {
  await sql`truncate queue`;
  capacity = { ...noCapacity, limit: 100, slots: 100, memoryLeft: 200, newTargetLimit: 100 };
  handed = [];
});

const events = (accountId: string, count = 1, more = {}) =>
  Array.from({ length: count }, (_, n) => ({
    accountId,
    event: "VIDEO_GENERATION_SUCCESS" as const,
    data: `{ "videoId":"v-${n}" }`,
    subject: `v-${n}`,
    ...more,
  }));

test("accepted events are leased to this process from the start, with all that sending needs", async () => {
  const hook = await make.webhook();
  const [stored] = await eventQueue.enqueue(events(hook.accountId));

  expect(handed).toMatchObject([
    {
      eventId: stored!.id,
      deliveryId: stored!.deliveryIds[0],
      attempt: 1,
      step: 1,
      trigger: "event",
    },
  ]);
  expect(handed[0]).toMatchObject({
    data: '{ "videoId":"v-0" }',
    secrets: [expect.stringContaining(` ${hook.secret}`)],
  });
  expect(await queue()).toEqual([{ leased: true, attempt: 1, step: 1, due: false }]);
  expect((await claim(sql, { limit: 9 })).examined).toBe(0);
});

test("inside a transaction, a lease begins with its statement", async () => {
  const hook = await make.webhook();
  const [started] = await db.transaction(async (tx) => {
    for (let n = 0; n < 50; n++) await tx.execute("select 1");
    const rows = await tx.execute<{ ms: number }>(
      "select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms",
    );
    await transactionalEventQueue(tx, { capacity: () => capacity, accept() {} }).enqueue(
      events(hook.accountId),
    );
    return rows;
  });
  const [row] = await sql`
    select leased, (extract(epoch from q.due_at) * 1000)::float8 - 1000 * (deadline_seconds + ${leaseMarginSeconds}::int) as ms
    from queue q join webhooks w on w.id = q.webhook_id`;
  expect(row).toMatchObject({ leased: true });
  expect(row?.ms).toBeGreaterThanOrEqual(Math.floor(started!.ms));
});

test("handed-off deliveries are recorded like claimed ones", async () => {
  const hook = await make.webhook();
  await eventQueue.enqueue(events(hook.accountId, 2));
  const results = handed.map((claimed) => unsentResult(claimed));

  expect(await deliveryQueue(sql).complete(results)).toBe(2);

  expect(await queue()).toEqual(Array(2).fill({ leased: false, attempt: 0, step: 0, due: true }));
});

test("if this process is lost, its lease ends and the attempt is recorded as lost", async () => {
  const hook = await make.webhook();
  await eventQueue.enqueue(events(hook.accountId));
  await sql`update queue set due_at = now() - interval '1 second'`;

  const { claimed } = await claim(sql, { limit: 9 });

  expect(claimed).toMatchObject([{ deliveryId: handed[0]!.deliveryId, attempt: 2 }]);
  expect(
    await sql`select number, cause from attempts where delivery_id = ${handed[0]!.deliveryId}`,
  ).toMatchObject([{ number: 1, cause: "internal" }]);
});

test("rows over capacity wait in lane 1, due at once for any worker with capacity", async () => {
  const hook = await make.webhook({ maxConcurrency: 3 });
  await eventQueue.enqueue(events(hook.accountId, 10));
  expect(handed).toHaveLength(3);
  expect(await dueCount()).toBe(7);
  expect((await claim(sql, { limit: 9 })).examined).toBe(0);

  capacity = {
    ...capacity,
    inFlight: [{ webhookId: hook.id, leased: 3, inLane: 3, remaining: null, responds: false }],
  };
  await eventQueue.enqueue(events(hook.accountId));
  expect(handed).toHaveLength(3);

  capacity = {
    ...capacity,
    inFlight: [{ webhookId: hook.id, leased: 3, inLane: 3, remaining: 5, responds: true }],
  };
  await eventQueue.enqueue(events(hook.accountId, 9));
  expect(handed).toHaveLength(8);
});

test("a webhook without a history gets one row until its first result", async () => {
  const hook = await make.webhook({ isNew: true });
  await eventQueue.enqueue(events(hook.accountId, 3));
  expect(handed).toHaveLength(1);
  expect(await dueCount()).toBe(2);

  const known = { webhookId: hook.id, leased: 1, inLane: 1, remaining: null, responds: false };
  capacity = { ...capacity, inFlight: [known] };
  await eventQueue.enqueue(events(hook.accountId));
  expect(handed).toHaveLength(1);
});

test("a process without a worker leaves all rows to the workers", async () => {
  capacity = noCapacity;
  await eventQueue.enqueue(events((await make.webhook()).accountId));

  expect(handed).toHaveLength(0);
  expect((await claim(sql, { limit: 9 })).claimed).toHaveLength(1);
});

test("webhooks that hang leave slots to others", async () => {
  const accountId = await make.account();
  for (let n = 0; n < 20; n++) await make.webhook({ accountId, maxConcurrency: 64 });
  capacity = { ...capacity, limit: 400, slots: 40, memoryLeft: 800 };

  await eventQueue.enqueue(events(accountId, 20));

  expect(handed.length).toBeLessThanOrEqual(40);
});

test.each([
  ["slow", { slow_since: new Date() }, {}],
  ["resting", { open_until: new Date() }, {}],
  ["with a rate of its own", {}, { rate_per_second: 5 }],
  ["paused", {}, { paused_at: new Date() }],
])("a webhook that is %s goes by the lanes", async (_what, receiver, settings) => {
  const hook = await make.webhook();
  await sql`insert into receivers ${sql({ webhook_id: hook.id, ...receiver })}`;
  await sql`update webhooks set ${sql({ label: "", ...settings })} where id = ${hook.id}`;

  await eventQueue.enqueue(events(hook.accountId));

  expect(handed).toEqual([]);
  expect(await queue()).toMatchObject([{ leased: false, attempt: 0 }]);
});

test("a test is sent at once, paused or not", async () => {
  const hook = await make.webhook({ paused: true });
  await eventQueue.enqueue(events(hook.accountId, 1, { testOf: hook.id }));

  expect(handed).toMatchObject([{ trigger: "test", attempt: 1, step: 0 }]);
});

test("nothing is handed off before the enclosing transaction commits", async () => {
  const hook = await make.webhook();
  await db
    .transaction(async (tx) => {
      const inner = eventQueue.withTransaction(tx);
      await inner.enqueue(events(hook.accountId));
      expect(handed).toEqual([]);
      return inner;
    })
    .then(({ committed }) => committed());

  expect(handed).toHaveLength(1);
});

async function queue() {
  return [
    ...(await sql`select leased, attempt, step, due_at <= now() as due from queue order by due_at`),
  ];
}

async function dueCount(): Promise<number> {
  const [row] =
    await sql`select count(*)::int as n from queue where due_at <= now() and not leased`;
  return row?.n;
}
