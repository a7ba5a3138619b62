import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { revealAccountSecret } from "@/lib/account-secrets/operations";
import type { Context } from "@/lib/context";
import { publishEvent } from "@/lib/events/operations";
import { transactionalEventQueue } from "@/lib/queue/transactional-enqueue";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { type Receiver, startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { startWorker } from "@/worker/start-worker";
import { deleteUnusedOneShots } from "./unused-one-shots";

const { sql, db, url } = await freshDatabase();
const make = makers(sql);
const settings = {
  WORKER_CONCURRENCY: 8,
  ...toLoopback,
};

let receiver: Receiver;
let ctx: Context;
let worker: ReturnType<typeof startWorker>;
beforeEach(async () => {
  vi.stubEnv("ALLOW_PRIVATE_CIDRS", "127.0.0.0/8");
  receiver = await startReceiver();
  const actor = { kind: "anonymous" as const };
  const accountId = await make.account();
  ctx = { db, queue: transactionalEventQueue(db), accountId, actor, scopes: [], requestId: "test" };
  worker = startWorker(url, settings);
});
afterEach(async () => {
  await worker.stop();
  await receiver.close();
});

const data = '{"videoId":"v-1"}';
const publish = () =>
  publishEvent(
    ctx,
    {
      event: "VIDEO_GENERATION_SUCCESS",
      data: JSON.parse(data),
      callbackUrl: receiver.url,
    },
    data,
  );

test("a one-shot callback is signed with the account's secret and forgotten once nothing waits for it", async () => {
  const { id } = await publish();
  const received = await receiver.next();
  expect(received.headers["webhook-id"]).toBe(id);
  const { secret } = await revealAccountSecret(ctx, ctx.accountId!);
  const signed = received.headers as Record<string, string>;
  expect(new Webhook(secret).verify(received.body, signed)).toBeDefined();

  await eventually(async () => expect(await waiting()).toBe(0));
  await deleteUnusedOneShots(sql);
  expect(await targets()).toHaveLength(1);
  await unused();
  await deleteUnusedOneShots(sql);
  expect(await targets()).toEqual([]);
  await publish();
  await receiver.waitFor(2);
});

test("one that fails is tried again by the schedule, and kept as long as it waits", async () => {
  receiver.answer(500);
  await publish();
  await receiver.waitFor(1);
  await eventually(async () => expect(await steps()).toEqual([1]));
  await unused();
  await deleteUnusedOneShots(sql);
  expect(await targets()).toHaveLength(1);
  receiver.answer(200);
  await sql`update queue set due_at = now()`;
  await receiver.waitFor(2);
});

test("410 ends it, and keeps no later event from the same address", async () => {
  receiver.answer(410);
  await publish();
  await eventually(async () => expect(await statuses()).toEqual(["failed"]));
  receiver.answer(200);
  await publish();
  await eventually(async () => expect(await statuses()).toEqual(["delivered", "failed"]));
});

test("thousands that are unused are deleted one portion after the other, without the pause of a run", async () => {
  await oneShots(5000);
  await worker.stop();
  worker = startWorker(url, settings);
  await eventually(async () => expect(await targets()).toEqual([]));
});

/** With all of a hundred thousand that wait for a retry, each run took 0.2 to 0.3 s of Postgres. */
test("of those that wait for a retry, a run looks at a portion, and the next one at what follows", async () => {
  await worker.stop();
  await oneShots(1500);
  await sql`
    insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, lane, attempt, step, due_at)
    select new_id(), new_id(), id, account_id, 'event', 2, 5, 5, now() + interval '5 hours' from webhooks
    where account_id = ${ctx.accountId}`;
  await oneShots(1);
  const { id: webhook } = await make.webhook();
  await sql`update webhooks set updated_at = now() - interval '1 hour' where id = ${webhook}`;

  const first = await deleteUnusedOneShots(sql);
  expect(first).toMatchObject({ looked: 1000, deleted: 0 });
  expect(await deleteUnusedOneShots(sql, first.last)).toMatchObject({ looked: 501, deleted: 1 });
  expect(await targets()).toHaveLength(1500);
  expect(await sql`select from webhooks where id = ${webhook}`).toHaveLength(1);
});

/** Targets that were last used long ago, all at the same time as those of a batch. */
async function oneShots(count: number): Promise<void> {
  await sql`
    insert into webhooks (id, account_id, callback_url, events, one_shot, updated_at)
    select new_id(), ${ctx.accountId}, 'https://hooks.example/' || new_id(), '{}', true, now() - interval '1 hour'
    from generate_series(1, ${count}::int)`;
}

/** Dates the webhooks back, as if unused for minutes. */
async function unused(): Promise<void> {
  await sql`update webhooks set updated_at = updated_at - interval '6 minutes' where one_shot`;
}

function targets() {
  return sql`select id from webhooks where one_shot and account_id = ${ctx.accountId}`;
}

async function waiting(): Promise<number> {
  return (await sql`select from queue`).length;
}

async function steps(): Promise<number[]> {
  const rows = await sql`
    select step from queue where not leased
      and webhook_id in (select id from webhooks where account_id = ${ctx.accountId})`;
  return rows.map(({ step }) => step);
}

async function statuses(): Promise<string[]> {
  const rows = await sql`
    select status from deliveries where account_id = ${ctx.accountId} order by status`;
  return rows.map(({ status }) => status);
}
