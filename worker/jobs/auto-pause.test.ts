import { afterEach, beforeEach, expect, test } from "vitest";
import { resume } from "@/lib/queue/resume";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { hearChanges } from "@/tests/hear-changes";
import { makers } from "@/tests/make";
import { type Receiver, startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { startWorker } from "@/worker/start-worker";
import { autoPause } from "./auto-pause";

const { sql, db, url } = await freshDatabase();
const make = makers(sql);
const settings = {
  WORKER_CONCURRENCY: 8,
  ...toLoopback,
};

let receiver: Receiver;
let hook: Awaited<ReturnType<typeof make.webhook>>;
let worker: ReturnType<typeof startWorker>;
beforeEach(async () => {
  receiver = await startReceiver();
  hook = await make.webhook({ callbackUrl: receiver.url });
  worker = startWorker(url, settings);
});
afterEach(async () => {
  await worker.stop();
  await receiver.close();
});

test("counts failures and their deliveries from the first after the last success", async () => {
  receiver.answer(200);
  await make.delivery(hook);
  await receiver.waitFor(1);
  receiver.answer(503);
  await make.delivery(hook);
  await make.delivery(hook);
  for (let n = 0; n < 3; n++) await make.delivery(hook, { attempt: 4 });
  // The first two are tried again after five seconds, on a busy machine before the others are.
  const counted = { failures: expect.toSatisfy((n) => n >= 5) };
  await eventually(async () => expect(await streak()).toMatchObject(counted));
  expect(await streak()).toMatchObject({
    failedDeliveries: 2,
    failure: expect.stringMatching("503"),
  });

  await make.delivery(hook, { trigger: "resend", attempt: 1 });
  await receiver.waitFor(7);
  expect(await kinds()).toEqual(["webhook.failing"]);
  receiver.answer(200);
  await make.delivery(hook);
  await eventually(async () => expect(await streak()).toMatchObject({ failures: 0 }));
  expect(await streak()).toMatchObject({ failingSince: null, failedDeliveries: 0 });
  expect(await kinds()).toEqual(["webhook.failing", "webhook.recovered"]);
});

test.each([
  ["nothing but failures of twenty deliveries over five days", "5 days", 20, "failing"],
  ["a shorter time", "4 days 23 hours", 500, null],
  ["fewer deliveries", "9 days", 19, null],
])("%s", async (_, length, deliveries, reason) => {
  await failed(length, deliveries);
  await autoPause(sql);
  expect(await pauseReason()).toBe(reason);
});

test("a worker that stood still pauses nothing: the failures themselves must span five days", async () => {
  await failed("1 hour", 20);
  await sql`update receivers set failing_since = failing_since - interval '6 days',
    failed_at = failed_at - interval '6 days' where webhook_id = ${hook.id}`;
  await autoPause(sql);
  expect(await pauseReason()).toBeNull();
});

test("the target of a one-shot callback is never paused: nothing could resume it", async () => {
  await sql`update webhooks set one_shot = true where id = ${hook.id}`;
  await failed("9 days", 30);
  await autoPause(sql);
  expect(await pauseReason()).toBeNull();
});

test("pages hear of it", async () => {
  const changes = await hearChanges(url);
  await failed("6 days", 30);
  await autoPause(sql);
  const notice = { kind: "webhooks", webhook: hook.id, ids: [hook.id] };
  await eventually(() => expect(changes.notices).toContainEqual(notice));
  await changes.stop();
});

test("a webhook that a person paused keeps that reason, and the time of its pause", async () => {
  const pausedAt = new Date(Date.UTC(2026, 0, 1));
  await sql`
    update webhooks set paused_at = ${pausedAt}, pause_reason = 'person' where id = ${hook.id}`;
  await failed("9 days", 30);
  await autoPause(sql);
  const rows = await sql`select paused_at, pause_reason from webhooks where id = ${hook.id}`;
  expect(rows).toEqual([{ pausedAt, pauseReason: "person" }]);
});

test("after a day without a run, as a clock that steps forward shows, nothing is paused for five days", async () => {
  await sql`
    insert into chores (name, took_ms, succeeded, ran_at)
    values ('auto_pause', 0, true, now() - interval '25 hours')
    on conflict (name) do update set ran_at = excluded.ran_at`;
  await failed("6 days", 30);
  await autoPause(sql);
  await autoPause(sql);
  expect(await pauseReason()).toBeNull();
  await sql`update chores set ran_at = ran_at - interval '5 days' where name = 'auto_pause_hold'`;
  await autoPause(sql);
  expect(await pauseReason()).toBe("failing");
});

test("keeps waiting deliveries, sends them after a resume, and counts from zero", async () => {
  await failed("6 days", 30);
  await autoPause(sql);
  await make.delivery(hook);
  await eventually(async () => expect(await parked()).toBe(1));
  receiver.answer(503);
  await sql`update webhooks set paused_at = null, pause_reason = null where id = ${hook.id}`;
  await resume(db, hook.id, "failing");
  await receiver.waitFor(1);
  await eventually(async () => expect(await streak()).toMatchObject({ failures: 1 }));
  await autoPause(sql);
  expect(await pauseReason()).toBeNull();
  expect(await kinds()).toEqual(["webhook.failing", "webhook.auto_paused", "webhook.resumed"]);
});

/** Creates deliveries that all failed for a given time until now. */
async function failed(length: string, deliveries: number): Promise<void> {
  await sql`
    insert into receivers (webhook_id, failing_since, failed_at, failures, failed_deliveries)
    values (${hook.id}, now() - ${length}::interval, now(), ${deliveries}, ${deliveries})`;
}

async function streak() {
  const [row] = await sql`
    select failing_since, failures, failed_deliveries, failure
    from receivers where webhook_id = ${hook.id}`;
  return row;
}

async function pauseReason(): Promise<string | null> {
  const [row] = await sql`select pause_reason from webhooks where id = ${hook.id}`;
  return row?.pauseReason;
}

async function parked(): Promise<number> {
  const rows = await sql`select from queue where webhook_id = ${hook.id} and due_at = 'infinity'`;
  return rows.length;
}

async function kinds(): Promise<string[]> {
  const rows = await sql`
    select kind from operational_events where webhook_id = ${hook.id} order by created_at, id`;
  return rows.map(({ kind }) => kind);
}
