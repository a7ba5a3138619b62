import { beforeEach, expect, test } from "vitest";
import { metrics } from "@/lib/metrics/registry";
import { channels } from "@/lib/queue/notify";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { stuckDeliveries } from "@/tests/stuck";
import { checkQueue } from "./check-queue";

const { sql } = await freshDatabase();
const make = makers(sql);

beforeEach(async () => {
  await sql`truncate queue, deliveries, chores`;
  metrics().repaired.reset();
});

test("nothing is repaired while the queue is consistent", async () => {
  const paused = await make.webhook({ paused: true });
  await make.delivery(paused, { dueAt: "infinity" });
  const sample = await make.delivery(await make.webhook(), { dueAt: "infinity" });
  await sql`update queue set lane = 3 where delivery_id = ${sample.id}`;
  const resuming = await make.webhook();
  await make.delivery(resuming, { dueAt: "infinity" });
  await sql`insert into resumptions (webhook_id) values (${resuming.id})`;
  await make.delivery(await make.webhook(), { dueAt: new Date(Date.now() + 3_600_000) });
  const before = await rows();

  await checkQueue(sql);

  expect(await rows()).toEqual(before);
  expect(await repaired()).toBe(0);
});

test.each([0, 1, 2])(
  "parked rows of lane %i are due again when their webhook runs",
  async (lane) => {
    const webhook = await make.webhook();
    for (let n = 0; n < 3; n++) await make.delivery(webhook, { dueAt: "infinity" });
    await sql`update queue set lane = ${lane}`;
    expect(await stuckDeliveries(sql)).toHaveLength(3);

    await checkQueue(sql);

    expect(await stuckDeliveries(sql)).toEqual([]);
    expect(await repaired()).toBe(3);
  },
);

test("a parked row of a webhook that was deleted is due, for the claim to cancel it, and workers hear of it", async () => {
  const webhook = await make.webhook();
  await make.delivery(webhook, { dueAt: "infinity" });
  await sql`delete from webhooks where id = ${webhook.id}`;
  const heard: string[] = [];
  const { unlisten } = await sql.listen(channels.due, (notice) => heard.push(notice));

  await checkQueue(sql);

  expect(await rows()).toMatchObject([{ parked: false }]);
  await eventually(async () => expect(heard).toHaveLength(1));
  await unlisten();
});

test("a pending delivery without a row continues where its schedule was", async () => {
  const webhook = await make.webhook();
  const [first, last] = [
    await make.delivery(webhook, { attempt: 3 }),
    await make.delivery(webhook, { attempt: 14 }),
  ];
  await make.delivery(webhook, { status: "delivered" });
  await sql`delete from queue`;

  await checkQueue(sql);

  expect(await rows()).toEqual([
    { deliveryId: first.id, attempt: 3, step: 3, parked: false },
    { deliveryId: last.id, attempt: 14, step: 9, parked: false },
  ]);
  expect(await repaired()).toBe(2);
  expect(await stuckDeliveries(sql)).toEqual([]);
});

test("of all workers one checks, once a minute", async () => {
  await Promise.all([1, 2, 3].map(() => checkQueue(sql)));
  await make.delivery(await make.webhook(), { dueAt: "infinity" });
  await checkQueue(sql);
  expect(await repaired()).toBe(0);

  await sql`update chores set ran_at = now() - interval '1 minute'`;
  await Promise.all([1, 2, 3].map(() => checkQueue(sql)));
  expect(await repaired()).toBe(1);
});

async function repaired(): Promise<number> {
  const { values } = await metrics().repaired.get();
  return values[0]?.value ?? 0;
}

async function rows() {
  return [
    ...(await sql`
      select delivery_id, attempt, step, due_at = 'infinity' as parked from queue order by delivery_id`),
  ];
}
