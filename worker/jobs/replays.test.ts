import { expect, test } from "vitest";
import { channel } from "@/lib/changes/change";
import { cancelReplay, readReplay } from "@/lib/replays/operations";
import { eventually } from "@/tests/eventually";
import { misbehave } from "@/tests/receiver";
import { replayTests } from "@/tests/replays";

const { sql, make, current, work, replay, ended, over, queued } = await replayTests();

test("sends failed deliveries again, as attempts in the log with the same id; delivered ones stay delivered", async () => {
  const failed = await over(3, "failed");
  const [delivered] = await over(1, "delivered");
  const { id } = await replay({ filter: { webhook: current.hook.id, status: "failed,delivered" } });
  work();
  await ended(id, { status: "completed", total: 4, done: 4, delivered: 4, failed: 0 });

  const events = failed.concat(delivered!).map(({ eventId }) => eventId);
  expect(new Set(current.receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(
    new Set(events),
  );
  expect(current.receiver.received).toHaveLength(4);
  const log = await sql`
    select distinct d.status, d.attempts, a.number, a.trigger
    from deliveries d join attempts a on a.delivery_id = d.id where d.webhook_id = ${current.hook.id}`;
  expect(log).toEqual([{ status: "delivered", attempts: 11, number: 11, trigger: "replay" }]);
});

test("two processes at once send each once", async () => {
  await over(60, "failed");
  work();
  work();
  const { id } = await replay({ filter: { webhook: current.hook.id }, ratePerSecond: 100 });
  await ended(id, { status: "completed", delivered: 60 });
  expect(current.receiver.received).toHaveLength(60);
});

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
  expect(current.receiver.received).toHaveLength(2);
});

test("continues where it was when every process is lost and another starts", async () => {
  await over(40, "failed");
  const { id } = await replay({ filter: { webhook: current.hook.id }, ratePerSecond: 20 });
  const worker = work();
  await current.receiver.waitFor(5);
  await worker.stop();
  const before = current.receiver.received.length;
  expect(before).toBeLessThan(40);
  work();
  await ended(id, { status: "completed", total: 40, delivered: 40 });
  expect(current.receiver.received).toHaveLength(40);
});

test("after a cancel, it finishes requests in flight and restores the rest", async () => {
  await over(30, "failed");
  await over(1, "cancelled");
  current.receiver.answer(misbehave.hang);
  await sql`update webhooks set max_concurrency = 2, deadline_seconds = 2 where id = ${current.hook.id}`;
  const { id } = await replay({ filter: { webhook: current.hook.id } });
  work();
  await current.receiver.waitFor(1);
  await eventually(async () => expect(await queued(id)).toMatchObject({ all: 31 }));

  await cancelReplay(current.ctx, id);
  await eventually(async () => expect(await queued(id)).toMatchObject({ waiting: 0 }));
  const { cancelled } = await readReplay(current.ctx, id);
  expect(cancelled).toBeGreaterThan(20);
  await ended(id, { status: "cancelled", total: 31, done: 31, finishedAt: expect.any(Date) });
  expect(await queued(id)).toMatchObject({ all: 0 });
  const statuses = await sql`
    select status, count(*)::int as n from deliveries where webhook_id = ${current.hook.id} group by 1 order by 1`;
  expect(statuses).toEqual([
    { status: "cancelled", n: 1 },
    { status: "failed", n: 30 },
  ]);
  await expect(cancelReplay(current.ctx, id)).rejects.toMatchObject({ code: 40900 });
});

test("each delivery gets the full schedule again, and the replay waits for its end", async () => {
  const [one] = await over(1, "failed");
  current.receiver.answer(500);
  const { id } = await replay({ ids: [one!.id] });
  work();
  await eventually(async () =>
    expect(await row(one!.id)).toMatchObject({ leased: false, step: 1, attempt: 11 }),
  );
  expect(await readReplay(current.ctx, id)).toMatchObject({ status: "running", done: 0 });
  await sql`update queue set step = 9, due_at = now() where delivery_id = ${one!.id}`;
  await ended(id, { status: "completed", failed: 1, delivered: 0 });
});

test("a replay that only waits for retries is not announced with each step", async () => {
  const [one] = await over(1, "failed");
  current.receiver.answer(500);
  const { id } = await replay({ ids: [one!.id] });
  const notices: string[] = [];
  const { unlisten } = await sql.listen(channel, (notice) => notices.push(notice));
  work();
  await eventually(async () =>
    expect(await row(one!.id)).toMatchObject({ leased: false, step: 1 }),
  );
  const nextStep = async () => {
    const [replay] = await sql`
      select extract(epoch from next_step_at)::float8 as at from replays where id = ${id}`;
    return replay!.at;
  };
  const counts: number[] = [];
  for (let step = 0; step < 4; step++) {
    const before = await nextStep();
    await eventually(async () => expect(await nextStep()).toBeGreaterThan(before));
    counts.push(notices.filter((notice) => notice.includes(id)).length);
  }
  await unlisten();
  expect(counts.at(-1)! - counts[0]!).toBeLessThan(2);
});

test("skips and counts deliveries that cannot be sent", async () => {
  const gone = await make.webhook({ accountId: current.hook.accountId });
  const [ofGone] = await over(1, "failed", gone);
  const [eventless, fine] = await over(2, "failed");
  const underWay = await make.delivery(current.hook, { dueAt: new Date(Date.now() + 3_600_000) });
  await sql`update queue set leased = true where delivery_id = ${underWay.id}`;
  const foreign = await over(
    1,
    "failed",
    await make.webhook({ callbackUrl: current.receiver.url }),
  );
  await sql`delete from webhooks where id = ${gone.id}`;
  await sql`delete from events where id = ${eventless!.eventId}`;
  const ids = [ofGone, eventless, fine, underWay, foreign[0]].map((one) => one!.id);
  const { id } = await replay({ ids });
  work();
  await ended(id, { status: "completed", total: 5, skipped: 4, delivered: 1 });
  expect(current.receiver.received).toHaveLength(1);
});

test("deliveries created after the replay do not belong to it", async () => {
  await over(2, "failed");
  const { id } = await replay({ filter: { webhook: current.hook.id } });
  await sql`update replays set collected = false, collected_at = null, total = 0 where id = ${id}`;
  await sql`delete from replay_items where replay_id = ${id}`;
  await sql`delete from queue where replay_id = ${id}`;
  const [late] = await over(1, "failed");
  await sql`update deliveries set created_at = now() + interval '1 second' where id = ${late!.id}`;
  work();
  await ended(id, { status: "completed", total: 2, delivered: 2 });
});

async function row(deliveryId: string) {
  const [found] = await sql`select * from queue where delivery_id = ${deliveryId}`;
  return found;
}
