import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Context } from "@/lib/context";
import { intakeWithin } from "@/lib/queue/transactional-enqueue";
import { advance } from "@/lib/replays/advance";
import { ReplayDraft } from "@/lib/replays/contract";
import { cancelReplay, createReplay, readReplay } from "@/lib/replays/operations";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { type Receiver, startReceiver } from "@/tests/receiver";
import { startWorker } from "@/worker/start-worker";

const { sql, db, url } = await freshDatabase();
const make = makers(sql);
const hourMs = 3_600_000;
const patient = { timeout: 15_000 };

let receiver: Receiver;
let hook: Awaited<ReturnType<typeof make.webhook>>;
let ctx: Context;
let workers: ReturnType<typeof startWorker>[] = [];
beforeEach(async () => {
  receiver = await startReceiver();
  hook = await make.webhook({ callbackUrl: receiver.url });
  const actor = { kind: "anonymous" as const };
  const { accountId } = hook;
  ctx = { db, queue: intakeWithin(db), accountId, actor, scopes: [], requestId: "test" };
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  await receiver.close();
});

const work = () =>
  workers.push(
    startWorker(url, {
      WORKER_CONCURRENCY: 16,
      ALLOW_PRIVATE_CIDRS: "127.0.0.0/8",
      CALLBACK_HTTPS_ONLY: false,
    }),
  );
/** A delivery that failed three times and waits an hour for its next attempt. */
const retrying = (dueAt: Date | "infinity" = new Date(Date.now() + hourMs)) =>
  make.delivery(hook, { attempt: 3, dueAt });
/** Starts a replay of what failed and what waits for a retry, and runs its first step. */
async function replay() {
  const filter = { webhook: hook.id, status: "retrying,failed" };
  const { id } = await createReplay(ctx, ReplayDraft.parse({ filter, ratePerSecond: 1000 }));
  await sql`update replays set paced_to = now() - interval '1 second' where id = ${id}`;
  await advance(db, id);
  return id;
}
const becomes = (id: string, figures: object) =>
  vi.waitFor(async () => expect(await readReplay(ctx, id)).toMatchObject(figures), patient);
const rowOf = async (id: string) => (await sql`select * from queue where delivery_id = ${id}`)[0];

test("sends deliveries that wait for a retry at once, each with the full schedule", async () => {
  const [one] = [await retrying(), await retrying()];
  const id = await replay();
  expect(await rowOf(one.id)).toMatchObject({ attempt: 3, step: 0, trigger: "replay" });
  work();
  await becomes(id, { status: "completed", total: 2, delivered: 2 });
  const log = await sql`
    select a.number, a.trigger from attempts a join deliveries d on d.id = a.delivery_id
    where d.webhook_id = ${hook.id}`;
  expect(log).toEqual([1, 2].map(() => ({ number: 4, trigger: "replay" })));
}, 20_000);

test("sends the probe of an open circuit at once, and then the rest", async () => {
  await Promise.all(Array.from({ length: 5 }, () => retrying()));
  await sql`
    insert into receivers (webhook_id, open_until, cooldown_seconds, failing_since, failures)
    values (${hook.id}, now() + interval '14 minutes', 900, now() - interval '1 hour', 15)`;
  const id = await replay();
  work();
  await becomes(id, { status: "completed", delivered: 5 });
}, 30_000);

test("a circuit that opened after the request keeps its cool-down", async () => {
  const { id: late } = await retrying();
  const { id } = await createReplay(ctx, ReplayDraft.parse({ ids: [late], ratePerSecond: 1 }));
  await sql`
    insert into receivers (webhook_id, open_until, cooldown_seconds)
    values (${hook.id}, now() + interval '30 seconds', 30)`;
  work();
  const turned = async () => {
    const states = await sql`select state from replay_items where replay_id = ${id}`;
    expect(states).toEqual([{ state: "queued" }]);
  };
  await vi.waitFor(turned, patient);
  const [circuit] = await sql`
    select open_until > now() + interval '10 seconds' as rests from receivers where webhook_id = ${hook.id}`;
  expect(circuit).toEqual({ rests: true });
}, 30_000);

test("deliveries of a paused webhook wait until it is resumed", async () => {
  const { id: parked } = await retrying("infinity");
  await sql`update webhooks set paused_at = now(), pause_reason = 'person' where id = ${hook.id}`;
  const id = await replay();
  expect(
    await sql`select due_at = 'infinity' as parked from queue where delivery_id = ${parked}`,
  ).toEqual([{ parked: true }]);
  expect(await readReplay(ctx, id)).toMatchObject({ status: "running", total: 1, done: 0 });
  await sql`update webhooks set paused_at = null, pause_reason = null where id = ${hook.id}`;
  await sql`update queue set due_at = now() where delivery_id = ${parked}`;
  work();
  await becomes(id, { status: "completed", delivered: 1 });
}, 20_000);

test("leaves out attempts in progress and those of another replay", async () => {
  const [leased, theirs] = [await retrying(), await retrying()];
  await sql`update queue set leased = true where delivery_id = ${leased.id}`;
  const other = await createReplay(ctx, ReplayDraft.parse({ ids: [theirs.id], ratePerSecond: 1 }));
  await sql`update queue set replay_id = ${other.id} where delivery_id = ${theirs.id}`;
  const id = await replay();
  expect(await readReplay(ctx, id)).toMatchObject({ status: "completed", total: 2, skipped: 2 });
});

test("sends nothing again that its own schedule delivered meanwhile", async () => {
  const { id: delivery } = await retrying();
  const { id } = await createReplay(ctx, ReplayDraft.parse({ ids: [delivery], ratePerSecond: 1 }));
  await sql`delete from queue where delivery_id = ${delivery}`;
  await sql`update deliveries set status = 'delivered', finished_at = now() where id = ${delivery}`;
  work();
  await becomes(id, { status: "completed", total: 1, skipped: 1 });
  expect(receiver.received).toHaveLength(0);
}, 20_000);

test("after a cancel, deliveries that were not sent wait for their retry as before", async () => {
  const { id: delivery } = await retrying();
  const before = await rowOf(delivery);
  const id = await replay();
  await cancelReplay(ctx, id);
  await becomes(id, { status: "cancelled", total: 1, cancelled: 1, finishedAt: expect.any(Date) });
  const { dueAt, attempt, step, trigger } = before!;
  expect(await rowOf(delivery)).toMatchObject({ dueAt, attempt, step, trigger, replayId: null });
  const [log] = await sql`select status from deliveries where id = ${delivery}`;
  expect(log).toEqual({ status: "pending" });
}, 20_000);
