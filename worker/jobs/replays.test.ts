import { sql as query } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Context } from "@/lib/context";
import { intakeWithin } from "@/lib/queue/transactional-enqueue";
import { advance } from "@/lib/replays/advance";
import { ReplayDraft } from "@/lib/replays/contract";
import { dueReplays } from "@/lib/replays/due";
import { cancelReplay, createReplay, readReplay } from "@/lib/replays/operations";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { misbehave, type Receiver, startReceiver } from "@/tests/receiver";
import { startWorker } from "@/worker/start-worker";

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

test("sends failed deliveries again, as attempts in the log with the same id; delivered ones stay delivered", async () => {
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

test("a replay that another process holds is skipped and delays no other", async () => {
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

test("continues where it was when every process is lost and another starts", async () => {
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

test("after a cancel, it finishes requests in flight and restores the rest", async () => {
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

test("each delivery gets the full schedule again, and the replay waits for its end", async () => {
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

test("skips and counts deliveries that cannot be sent", async () => {
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

test("deliveries created after the replay do not belong to it", async () => {
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

test("a replay without a successful step backs off, and ends as failed with its reason", async () => {
  const [one] = await over(1, "failed");
  const { id } = await absurd(hook.accountId);
  // `now()` is constant within a transaction, however slow the machine.
  const waits = await db.transaction(async (tx) => {
    const seen: unknown[] = [];
    for (let n = 0; n < 9; n++) {
      await advance(tx, id);
      const [wait] = await tx.execute(query`
        select status, extract(epoch from next_step_at - now())::int as seconds
        from replays where id = ${id}`);
      seen.push(wait);
    }
    return seen;
  });
  const expected = [1, 2, 4, 8, 16, 32, 64, 128, 256];
  expect(waits).toEqual(expected.map((seconds) => ({ status: "running", seconds })));
  expect(await advance(db, id)).toBe("failed");
  work();
  await ended(id, {
    status: "failed",
    failure: expect.stringContaining("10 steps in a row failed."),
    finishedAt: expect.any(Date),
  });
  const [entry] = await sql`select * from audit_log where target_id = ${id}`;
  expect(entry).toMatchObject({
    action: "replay.failed",
    actorKind: "system",
    accountId: hook.accountId,
  });
  expect(receiver.received).toHaveLength(0);
  const { id: sound } = await replay({ ids: [one!.id] });
  await ended(sound, { status: "completed", delivered: 1 });
}, 30_000);

test("a step that succeeds ends the count of failures", async () => {
  const [one] = await over(1, "failed");
  const { id } = await replay({ ids: [one!.id] });
  await sql`update replays set failures = 9 where id = ${id}`;
  expect(await advance(db, id)).not.toBe("failed");
  const [row] = await sql`select failures, status from replays where id = ${id}`;
  expect(row).toEqual({ failures: 0, status: "running" });
});

test("a failed replay sends and counts what it had queued, and nothing else", async () => {
  await over(30, "failed");
  const { id } = await replay({ filter: { webhook: hook.id }, ratePerSecond: 1 });
  await sql`update replays set paced_to = now() - interval '1 second' where id = ${id}`;
  await advance(db, id);
  const { all } = (await queued(id))!;
  await sql`update replays set choice = '{"filter":{"from":"never"}}', collected = false, failures = 9
    where id = ${id}`;
  expect(await advance(db, id)).toBe("failed");
  work();
  await ended(id, { status: "failed", total: 30, delivered: all, cancelled: 30 - all });
  expect(receiver.received).toHaveLength(all);
}, 30_000);

test("accounts take turns, however many jobs one of them has", async () => {
  const crowd = await Promise.all(Array.from({ length: 40 }, () => absurd(hook.accountId)));
  const other = await absurd(await make.account());
  await sql`update replays set next_step_at = now() - interval '1 hour' where id = any(${crowd.map(({ id }) => id)})`;
  const ours = async (busy: string[] = []) => {
    const due = await dueReplays(db, { busy, locked: [], limit: 100 });
    return due.filter(({ accountId }) => [hook.accountId, other.accountId].includes(accountId!));
  };
  const first = await ours();
  expect(first.map(({ accountId }) => accountId)).toEqual([hook.accountId, other.accountId]);
  expect(await ours([hook.accountId])).toEqual([other]);
  await advance(db, first[0]!.id);
  expect((await ours())[0]).not.toEqual(first[0]);
});

test("an account has five running at once; the sixth is refused with a hint", async () => {
  const failed = await over(6, "failed");
  await sql`update webhooks set paused_at = now(), pause_reason = 'person' where id = ${hook.id}`;
  const starting = failed.map(({ id }) => replay({ ids: [id] }));
  const results = await Promise.allSettled(starting);
  const refused = results.filter((one) => one.status === "rejected");
  expect(refused.map(({ reason }) => [reason.code, reason.message])).toEqual([
    [40901, expect.stringContaining("or stop one with POST /v1/replays/{id}/cancel")],
  ]);
  const started = results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const again = failed.find(({ id }) => started[0]!.ids!.includes(id))!;
  expect(await replay({ ids: [again.id] })).toMatchObject({ id: started[0]!.id });
  await cancelReplay(ctx, started[0]!.id);
  await replay({ ids: [failed[5]!.id], ratePerSecond: 7 });
}, 30_000);

/** Creates a replay with a time that Postgres cannot represent, as older versions accepted. */
async function absurd(accountId: string) {
  const id = uuidv7();
  await sql`insert into replays (id, account_id, choice, fingerprint, rate_per_second)
    values (${id}, ${accountId}, '{"filter":{"from":"9999-12-31T23:59:59.999Z"}}', ${id}, 1)`;
  return { id, accountId };
}

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
