import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Context } from "@/lib/context";
import { intakeWithin } from "@/lib/queue/within";
import { ReplayDraft } from "@/lib/replays/contract";
import { cancelReplay, createReplay, readReplay } from "@/lib/replays/operations";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { misbehave, type Receiver, startReceiver } from "@/tests/receiver";
import { startWorker } from "./start";

const { sql, db, url } = await freshDatabase();
const make = makers(sql);
const settings = {
  WORKER_CONCURRENCY: 16,
  ALLOW_PRIVATE_CIDRS: "127.0.0.0/8",
  CALLBACK_HTTPS_ONLY: false,
};
const patient = { timeout: 15_000 };

type Hook = Awaited<ReturnType<typeof make.webhook>>;

let receiver: Receiver;
let hook: Hook;
let ctx: Context;
let workers: ReturnType<typeof startWorker>[] = [];
beforeEach(async () => {
  receiver = await startReceiver();
  hook = await make.webhook({ callbackUrl: receiver.url });
  const actor = { kind: "anonymous" as const };
  ctx = {
    db,
    queue: intakeWithin(db),
    accountId: hook.accountId,
    actor,
    scopes: [],
    requestId: "test",
  };
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  await receiver.close();
});

const work = () => workers.push(startWorker(url, settings));
const replay = (draft: object) =>
  createReplay(ctx, ReplayDraft.parse({ ratePerSecond: 1000, ...draft }));
const ended = (id: string, figures: object) =>
  vi.waitFor(async () => expect(await readReplay(ctx, id)).toMatchObject(figures), patient);

test("sends what failed once more, as attempts in its log, with the same id; what was delivered stays so", async () => {
  const failed = await over(3, "failed");
  const [delivered] = await over(1, "delivered");
  const { id } = await replay({ filter: { webhook: hook.id, status: "failed,delivered" } });
  work();
  await ended(id, { status: "completed", total: 4, done: 4, delivered: 4, failed: 0 });

  const events = failed.concat(delivered!).map(({ eventId }) => eventId);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(
    new Set(events),
  );
  expect(receiver.received).toHaveLength(4);
  const log = await sql`
    select distinct d.status, d.attempts, a.number, a.trigger
    from deliveries d join attempts a on a.delivery_id = d.id where d.webhook_id = ${hook.id}`;
  expect(log).toEqual([{ status: "delivered", attempts: 11, number: 11, trigger: "replay" }]);
}, 20_000);

test("two processes at once send each once, and keep its rate", async () => {
  await over(60, "failed");
  work();
  work();
  const { id } = await replay({ filter: { webhook: hook.id }, ratePerSecond: 20 });
  await ended(id, { status: "completed", delivered: 60 });
  expect(receiver.received).toHaveLength(60);
  const [spread] = await sql`
    select extract(epoch from max(started_at) - min(started_at))::float8 as seconds
    from attempts a join deliveries d on d.id = a.delivery_id where d.webhook_id = ${hook.id}`;
  expect(spread!.seconds).toBeGreaterThan(1.5);
}, 30_000);

test("a job that another process is stepping is left to it, and holds up no other", async () => {
  const [one] = await over(1, "failed");
  const [other] = await over(1, "failed");
  const held = await replay({ ids: [one!.id] });
  const free = await replay({ ids: [other!.id] });
  await sql.begin(async (tx) => {
    await tx`select from replays where id = ${held.id} for update`;
    work();
    await ended(free.id, { status: "completed", delivered: 1 });
  });
  await ended(held.id, { status: "completed", delivered: 1 });
  expect(receiver.received).toHaveLength(2);
}, 40_000);

test("goes on where it was when every process is lost and another starts", async () => {
  await over(40, "failed");
  const { id } = await replay({ filter: { webhook: hook.id }, ratePerSecond: 20 });
  work();
  await receiver.waitFor(5);
  await workers.pop()!.stop();
  const before = receiver.received.length;
  expect(before).toBeLessThan(40);
  work();
  await ended(id, { status: "completed", total: 40, delivered: 40 });
  expect(receiver.received).toHaveLength(40);
}, 30_000);

test("cancelled, it finishes what is being sent and takes the rest back as it was", async () => {
  await over(30, "failed");
  await over(1, "cancelled");
  receiver.answer(misbehave.hang);
  await sql`update webhooks set max_concurrency = 2, deadline_seconds = 2 where id = ${hook.id}`;
  const { id } = await replay({ filter: { webhook: hook.id } });
  work();
  await receiver.waitFor(1);
  await vi.waitFor(async () => expect(await queued(id)).toMatchObject({ all: 31 }), patient);

  await cancelReplay(ctx, id);
  await vi.waitFor(async () => expect(await queued(id)).toMatchObject({ waiting: 0 }), {
    timeout: 2000,
  });
  const { cancelled } = await readReplay(ctx, id);
  expect(cancelled).toBeGreaterThan(20);
  await ended(id, { status: "cancelled", total: 31, done: 31, finishedAt: expect.any(Date) });
  expect(await queued(id)).toMatchObject({ all: 0 });
  const statuses = await sql`
    select status, count(*)::int as n from deliveries where webhook_id = ${hook.id} group by 1 order by 1`;
  expect(statuses).toEqual([
    { status: "cancelled", n: 1 },
    { status: "failed", n: 30 },
  ]);
  await expect(cancelReplay(ctx, id)).rejects.toMatchObject({ code: 40900 });
}, 30_000);

test("each gets the full schedule again, and the job waits for its end", async () => {
  const [one] = await over(1, "failed");
  receiver.answer(500);
  const { id } = await replay({ ids: [one!.id] });
  work();
  await vi.waitFor(
    async () => expect(await row(one!.id)).toMatchObject({ leased: false, step: 1, attempt: 11 }),
    patient,
  );
  expect(await readReplay(ctx, id)).toMatchObject({ status: "running", done: 0 });
  await sql`update queue set step = 9, due_at = now() where delivery_id = ${one!.id}`;
  await ended(id, { status: "completed", failed: 1, delivered: 0 });
}, 30_000);

test("skips what cannot be sent, and counts it", async () => {
  const gone = await make.webhook({ accountId: hook.accountId });
  const [ofGone] = await over(1, "failed", gone);
  const [eventless, fine] = await over(2, "failed");
  const waiting = await make.delivery(hook, { dueAt: new Date(Date.now() + 3_600_000) });
  const foreign = await over(1, "failed", await make.webhook({ callbackUrl: receiver.url }));
  await sql`delete from webhooks where id = ${gone.id}`;
  await sql`delete from events where id = ${eventless!.eventId}`;
  const ids = [ofGone, eventless, fine, waiting, foreign[0]].map((one) => one!.id);
  const { id } = await replay({ ids });
  work();
  await ended(id, { status: "completed", total: 5, skipped: 4, delivered: 1 });
  expect(receiver.received).toHaveLength(1);
}, 20_000);

test("what is younger than the job does not belong to it", async () => {
  await over(2, "failed");
  const { id } = await replay({ filter: { webhook: hook.id } });
  await sql`update replays set collected = false, collected_at = null, total = 0 where id = ${id}`;
  await sql`delete from replay_items where replay_id = ${id}`;
  await sql`delete from queue where replay_id = ${id}`;
  const [late] = await over(1, "failed");
  await sql`update deliveries set created_at = now() + interval '1 second' where id = ${late!.id}`;
  work();
  await ended(id, { status: "completed", total: 2, delivered: 2 });
}, 20_000);

async function over(count: number, status: "failed" | "delivered" | "cancelled", to = hook) {
  const made = await Promise.all(
    Array.from({ length: count }, () => make.delivery(to, { status, attempt: 10 })),
  );
  const ids = made.map(({ id }) => id);
  await sql`delete from queue where delivery_id = any(${ids})`;
  await sql`update deliveries set finished_at = now() where id = any(${ids})`;
  return made;
}

async function queued(replayId: string) {
  const [row] = await sql`
    select count(*)::int as all, count(*) filter (where not leased)::int as waiting
    from queue where replay_id = ${replayId}`;
  return row;
}

async function row(deliveryId: string) {
  const [found] = await sql`select * from queue where delivery_id = ${deliveryId}`;
  return found;
}
