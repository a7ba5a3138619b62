import { expect, test } from "vitest";
import { guardedAgent } from "@/lib/outbound/connector";
import { targetPolicy } from "@/lib/outbound/policy";
import { claim } from "@/lib/queue/claim";
import { deliveryQueue } from "@/lib/queue/delivery-queue";
import { leaseMarginSeconds } from "@/lib/queue/lease";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { leasedDelivery } from "@/tests/leased-delivery";
import { makers } from "@/tests/make";
import { misbehave, startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { Dispatcher } from "./dispatcher";
import { lanesOf } from "./lanes";
import { ownsAll } from "./ownership";

const { sql } = await freshDatabase();
const make = makers(sql);

/** Empties the queue, in which another test may have left due rows, and starts a receiver and a dispatcher that may send to it. */
async function start(queue = deliveryQueue(sql), concurrency = 16) {
  await sql`delete from queue`;
  const receiver = await startReceiver();
  const policy = targetPolicy(toLoopback);
  const agent = guardedAgent(policy);
  const lanes = lanesOf(concurrency);
  const dispatcher = new Dispatcher({
    sql,
    queue,
    sender: { agent, policy },
    lanes,
    ownership: ownsAll,
    freed() {},
  });
  const close = () => Promise.all([agent.destroy(), receiver.close()]);
  return { receiver, dispatcher, lanes, close };
}

test.each([
  ["its webhook changed", (webhookId: string) => ({ webhookId })],
  ["changes may have been missed", () => undefined],
])("what was claimed before %s is given back", async (_, changed) => {
  const { receiver, dispatcher, lanes, close } = await start();
  const hook = await make.webhook({ callbackUrl: receiver.url });
  const { id } = await make.delivery(hook);
  const { claimed } = await claim(sql, { limit: 1 });
  await sql`update webhooks set callback_url = 'https://hooks.example/' where id = ${hook.id}`;
  dispatcher.noteChange(changed(hook.id));
  dispatcher.add(claimed, lanes.normal);
  await dispatcher.stop();
  expect(receiver.received).toEqual([]);
  expect(await sql`select leased, attempt from queue where delivery_id = ${id}`).toEqual([
    { leased: false, attempt: 0 },
  ]);
  await close();
});

test("a stop records what requests in flight change of their webhook", async () => {
  const { receiver, dispatcher, lanes, close } = await start();
  receiver.answer(500);
  const hook = await make.webhook({ callbackUrl: receiver.url, maxConcurrency: 16 });
  for (let n = 0; n < 10; n++) await make.delivery(hook);
  const { claimed } = await claim(sql, { limit: 10, slots: 100, memoryLeft: 100 });
  dispatcher.add(claimed, lanes.normal);
  await dispatcher.stop();
  expect(
    await sql`
      select failures, failed_deliveries, open_until > now() as rests, last_triggered_at is not null as is_triggered
      from receivers join webhooks on id = webhook_id where webhook_id = ${hook.id}`,
  ).toEqual([{ failures: 10, failedDeliveries: 10, rests: true, isTriggered: true }]);
  await close();
});

test("failures are noted while the worker runs", async () => {
  const { receiver, dispatcher, lanes, close } = await start();
  receiver.answer(500);
  const hook = await make.webhook({ callbackUrl: receiver.url });
  await make.delivery(hook);
  dispatcher.add((await claim(sql, { limit: 1 })).claimed, lanes.normal);
  await eventually(async () => {
    dispatcher.tick();
    expect(await sql`select failures from receivers where webhook_id = ${hook.id}`).toEqual([
      { failures: 1 },
    ]);
  });
  await dispatcher.stop();
  await close();
});

test("failures before a change of the webhook open no circuit with those after it", async () => {
  const { receiver, dispatcher, lanes, close } = await start();
  receiver.answer(500);
  const hook = await make.webhook({ callbackUrl: receiver.url, maxConcurrency: 16 });
  for (let n = 0; n < 18; n++) await make.delivery(hook);
  for (const half of [1, 2]) {
    const { claimed } = await claim(sql, { limit: 9, slots: 100, memoryLeft: 100 });
    dispatcher.add(claimed, lanes.normal);
    const log = () =>
      sql`select from attempts join deliveries d on d.id = delivery_id where webhook_id = ${hook.id}`;
    await eventually(async () => expect(await log()).toHaveLength(9 * half));
    dispatcher.noteChange({ webhookId: hook.id });
  }
  await dispatcher.stop();
  expect(await sql`select open_until from receivers where webhook_id = ${hook.id}`).toEqual([
    { openUntil: null },
  ]);
  await close();
});

test("a webhook to which no request was allowed was not triggered", async () => {
  const { dispatcher, lanes, close } = await start();
  const hook = await make.webhook({ callbackUrl: "http://10.0.0.1/", isNew: true });
  const { id } = await make.delivery(hook);
  const { claimed } = await claim(sql, { limit: 1 });
  dispatcher.add(claimed, lanes.normal);
  await dispatcher.stop();
  expect(await sql`select attempts from deliveries where id = ${id}`).toEqual([{ attempts: 1 }]);
  expect(await sql`select last_triggered_at from webhooks where id = ${hook.id}`).toEqual([
    { lastTriggeredAt: null },
  ]);
  await close();
});

test("a row is returned unsent if its lease could end before the response", async () => {
  const { receiver, dispatcher, lanes, close } = await start();
  const hook = await make.webhook({ callbackUrl: receiver.url });
  const { id } = await make.delivery(hook);
  const { claimed } = await claim(sql, { limit: 1 });
  const claimedAt = performance.now() - leaseMarginSeconds * 1000;
  dispatcher.add(
    claimed.map((row) => ({ ...row, claimedAt })),
    lanes.normal,
  );
  await dispatcher.stop();
  expect(receiver.received).toEqual([]);
  expect(await sql`select leased, attempt from queue where delivery_id = ${id}`).toEqual([
    { leased: false, attempt: 0 },
  ]);
  await close();
});

test.each(["retries", "slow"] as const)(
  "a slot of lane %s that is freed starts the next row",
  async (name) => {
    const { receiver, dispatcher, lanes, close } = await start(deliveryQueue(sql), 2);
    const hook = await make.webhook({ callbackUrl: receiver.url });
    for (let n = 0; n < 2; n++) await make.delivery(hook);
    const { claimed } = await claim(sql, { limit: 2, slots: 100, memoryLeft: 100 });
    dispatcher.add(claimed, lanes[name]);
    expect(lanes[name].waiting).toBe(1);
    await receiver.waitFor(2);
    await dispatcher.stop();
    await close();
  },
);

test("a webhook that becomes slow gets no more of the rows that wait in memory", async () => {
  const { receiver, dispatcher, lanes, close } = await start();
  receiver.answer(misbehave.hang);
  const hook = await make.webhook({ callbackUrl: receiver.url });
  for (let n = 0; n < 4; n++) await make.delivery(hook);
  const { claimed } = await claim(sql, { limit: 4, slots: 100, memoryLeft: 100 });
  dispatcher.add(
    claimed.map((row) => ({ ...row, maxConcurrency: 1 })),
    lanes.normal,
  );
  // The slot that the first one frees starts the second before the webhook counts as slow.
  const log = () =>
    sql`select from attempts join deliveries d on d.id = delivery_id where webhook_id = ${hook.id}`;
  await eventually(async () => expect(await log()).toHaveLength(2));
  await dispatcher.stop();
  expect(receiver.received).toHaveLength(2);
  expect(
    await sql`select leased, attempt from queue where webhook_id = ${hook.id} order by attempt`,
  ).toMatchObject([{ leased: false, attempt: 0 }, { leased: false, attempt: 0 }, {}, {}]);
  await close();
});

test("rows of a fast webhook in the slow lane use normal slots as well", async () => {
  const { receiver, dispatcher, lanes, close } = await start();
  const hook = await make.webhook({ callbackUrl: receiver.url });
  const inAll = 1 + lanes.slow.slots + 1;
  for (let n = 0; n < inAll; n++) await make.delivery(hook);
  const { claimed } = await claim(sql, { limit: inAll, slots: 100, memoryLeft: 100 });
  dispatcher.add(claimed.slice(0, 1), lanes.normal);
  const slots = dispatcher.localQueue.slotsOf(hook.id);
  await eventually(() => expect(slots?.leased).toBe(0));
  // The first response may be slow on a busy machine.
  for (let n = 0; n < 20; n++) {
    slots?.hold(0);
    slots?.release(0, 1);
  }
  receiver.answer(misbehave.hang);
  dispatcher.add(claimed.slice(1), lanes.slow);
  await receiver.waitFor(inAll);
  await receiver.close();
  await dispatcher.stop();
  await close();
});

test("any number of rows without time is returned unsent, and all slots are free again", async () => {
  let returned = 0;
  const { dispatcher, lanes, close } = await start(
    {
      ...deliveryQueue(sql),
      async complete(results) {
        returned += results.length;
        return results.length;
      },
    },
    512,
  );
  const { normal } = lanes;
  const row = leasedDelivery({ callbackUrl: "https://hooks.example/" });
  const claimedAt = row.claimedAt - leaseMarginSeconds * 1000;
  const count = normal.memoryLeft;
  dispatcher.add(Array(count).fill({ ...row, claimedAt }), normal);
  await dispatcher.stop();
  expect([returned, normal.free, normal.waiting]).toEqual([count, normal.slots, 0]);
  await close();
});

test("nothing is claimed while more than 2,000 results wait to be recorded", async () => {
  let respond = () => {};
  const responds = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const { dispatcher, lanes, close } = await start({
    ...deliveryQueue(sql),
    async complete(results) {
      await responds;
      return results.length;
    },
  });
  const outdated = leasedDelivery({ callbackUrl: "https://hooks.example/", deadlineSeconds: 30 });
  dispatcher.noteChange();
  const give = (count: number) =>
    dispatcher.add(
      Array(count).fill({ ...outdated, claimedAt: outdated.claimedAt - 1 }),
      lanes.normal,
    );
  give(2000);
  expect(dispatcher.isClosed).toBe(false);
  give(1);
  expect(dispatcher.isClosed).toBe(true);
  respond();
  await eventually(() => expect(dispatcher.isClosed).toBe(false));
  await dispatcher.stop();
  await close();
});
