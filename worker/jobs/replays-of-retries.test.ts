import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { cancelMatching } from "@/lib/deliveries/operations";
import { resend } from "@/lib/queue/resend";
import { advance } from "@/lib/replays/advance";
import { cancelReplay, readReplay } from "@/lib/replays/operations";
import { updateSettings } from "@/lib/settings/operations";
import { eventually } from "@/tests/eventually";
import { replayTests } from "@/tests/replays";

const { sql, db, make, current, work, replay, ended, over } = await replayTests();
const hourMs = 3_600_000;

/** A delivery that failed three times and waits an hour for its next attempt. */
const retrying = (dueAt: Date | "infinity" = new Date(Date.now() + hourMs)) =>
  make.delivery(current.hook, { attempt: 3, dueAt });
/** Runs a step that may queue a second's worth of deliveries. */
async function runStep(id: string) {
  await sql`update replays set paced_to = now() - interval '2 seconds' where id = ${id}`;
  await advance(db, id);
}
/** Starts a replay of what failed and what waits for a retry, and runs its first step. */
async function retryAll() {
  const { id } = await replay({ filter: { webhook: current.hook.id, status: "retrying,failed" } });
  await runStep(id);
  return id;
}
const rowOf = async (id: string) => (await sql`select * from queue where delivery_id = ${id}`)[0];

test("sends deliveries that wait for a retry at once, each with the full schedule", async () => {
  const [one] = [await retrying(), await retrying()];
  const id = await retryAll();
  expect(await rowOf(one.id)).toMatchObject({ attempt: 3, step: 0, trigger: "replay" });
  work();
  await ended(id, { status: "completed", total: 2, delivered: 2 });
  const log = await sql`
    select a.number, a.trigger from attempts a join deliveries d on d.id = a.delivery_id
    where d.webhook_id = ${current.hook.id}`;
  expect(log).toEqual([1, 2].map(() => ({ number: 4, trigger: "replay" })));
});

test("what is due already keeps its place in the queue", async () => {
  const { id: delivery } = await retrying(new Date(Date.now() - hourMs));
  const { dueAt } = (await rowOf(delivery))!;
  const id = await retryAll();
  expect(await rowOf(delivery)).toMatchObject({ replayId: id, dueAt });
});

test("sends the probe of an open circuit at once, and then the rest", async () => {
  await Promise.all(Array.from({ length: 5 }, () => retrying()));
  await sql`
    insert into receivers (webhook_id, open_until, cooldown_seconds, failing_since, failures)
    values (${current.hook.id}, now() + interval '14 minutes', 900, now() - interval '1 hour', 15)`;
  const id = await retryAll();
  work();
  await ended(id, { status: "completed", delivered: 5 });
});

test("no other probe follows one that is in flight", async () => {
  const [first, next] = [await retrying(), await retrying()];
  await sql`
    insert into receivers (webhook_id, open_until, cooldown_seconds)
    values (${current.hook.id}, now() + interval '14 minutes', 900)`;
  const probe = new Promise<ServerResponse>((resolve) => current.receiver.answer(resolve));
  const { id } = await replay({ ids: [first.id] });
  work();
  const response = await probe;
  current.receiver.answer(200);
  await sql`insert into replay_items (replay_id, delivery_id) values (${id}, ${next.id})`;
  await eventually(async () => expect(await rowOf(next.id)).toMatchObject({ replayId: id }));
  const [circuit] = await sql`
    select open_until > now() as rests, cooldown_seconds as cooldown
    from receivers where webhook_id = ${current.hook.id}`;
  response.end();
  expect(circuit).toEqual({ rests: true, cooldown: 450 });
  await ended(id, { delivered: 2 });
});

test("a circuit that opened after the request keeps its cool-down", async () => {
  const { id: late } = await retrying();
  await sql`update queue set leased = true where delivery_id = ${late}`;
  const { id: earlier } = await replay({ ids: [late] });
  const { id: next } = await retrying();
  await sql`
    insert into receivers (webhook_id, open_until, cooldown_seconds)
    values (${current.hook.id}, now() + interval '30 seconds', 30)`;
  await sql`insert into replay_items (replay_id, delivery_id) values (${earlier}, ${next})`;
  await sql`update replays set finished_at = null, status = 'running' where id = ${earlier}`;
  await runStep(earlier);
  expect(await rowOf(next)).toMatchObject({ replayId: earlier });
  const [circuit] = await sql`
    select open_until > now() + interval '10 seconds' as rests
    from receivers where webhook_id = ${current.hook.id}`;
  expect(circuit).toEqual({ rests: true });
});

test("deliveries of a paused webhook wait until it is resumed", async () => {
  const { id: parked } = await retrying("infinity");
  await sql`update webhooks set paused_at = now(), pause_reason = 'person' where id = ${current.hook.id}`;
  const id = await retryAll();
  expect(
    await sql`select due_at = 'infinity' as parked from queue where delivery_id = ${parked}`,
  ).toEqual([{ parked: true }]);
  expect(await readReplay(current.ctx, id)).toMatchObject({ status: "running", total: 1, done: 0 });
  await sql`update webhooks set paused_at = null, pause_reason = null where id = ${current.hook.id}`;
  await sql`update queue set due_at = now() where delivery_id = ${parked}`;
  work();
  await ended(id, { status: "completed", delivered: 1 });
});

test("leaves out attempts in progress, resends and those of another replay", async () => {
  const [leased, theirs, resent] = [await retrying(), await retrying(), await retrying()];
  expect(await resend(db, resent.id)).toBeNull();
  await sql`update queue set leased = true where delivery_id = ${leased.id}`;
  const other = await replay({ ids: [theirs.id], ratePerSecond: 1 });
  await sql`update queue set replay_id = ${other.id} where delivery_id = ${theirs.id}`;
  const id = await retryAll();
  expect(await readReplay(current.ctx, id)).toMatchObject({
    status: "completed",
    total: 3,
    skipped: 3,
    deliveredMeanwhile: 0,
  });
});

test("sends nothing again that its own schedule delivered meanwhile", async () => {
  const { id: delivery } = await retrying();
  const { id } = await replay({ ids: [delivery], ratePerSecond: 1 });
  await sql`delete from queue where delivery_id = ${delivery}`;
  await sql`update deliveries set status = 'delivered', finished_at = now() where id = ${delivery}`;
  work();
  await ended(id, { status: "completed", total: 1, skipped: 1, deliveredMeanwhile: 1 });
  expect(current.receiver.received).toHaveLength(0);
});

test("what was delivered meanwhile takes no turn of the rate", async () => {
  const [first, second, third] = [await retrying(), await retrying(), await retrying()];
  const { id } = await replay({ ids: [first.id, second.id, third.id], ratePerSecond: 1 });
  for (const { id: delivery } of [first, second]) {
    await sql`delete from queue where delivery_id = ${delivery}`;
    await sql`update deliveries set status = 'delivered', finished_at = now() where id = ${delivery}`;
  }
  await runStep(id);
  expect(await rowOf(third.id)).toMatchObject({ replayId: id });
  expect(await readReplay(current.ctx, id)).toMatchObject({ done: 2, deliveredMeanwhile: 2 });
});

test("sends nothing again that was cancelled since, and its cancellation names the replay", async () => {
  const { id: delivery } = await retrying();
  const [failed] = await over(1, "failed");
  const { id } = await replay({ filter: { webhook: current.hook.id }, ratePerSecond: 1 });
  const stopped = await cancelMatching(current.ctx, { webhook: [current.hook.id] });
  expect(stopped).toEqual({ cancelled: 1, more: false, runningReplays: 1 });
  work();
  await ended(id, { status: "completed", total: 2, cancelled: 1, delivered: 1 });
  const received = current.receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(received).toEqual([failed!.eventId]);
  expect(await sql`select status from deliveries where id = ${delivery}`).toEqual([
    { status: "cancelled" },
  ]);
  expect(await cancelMatching(current.ctx, {})).toMatchObject({ runningReplays: null });
});

test("a cancelled delivery is sent again, and the failures it had stay counted as retries", async () => {
  const [ended] = await over(1, "cancelled");
  await sql`update deliveries set cause = 'http_5xx', status_code = 500 where id = ${ended!.id}`;
  await runStep((await replay({ ids: [ended!.id] })).id);

  expect(await sql`select status, finished_at from deliveries where id = ${ended!.id}`).toEqual([
    { status: "pending", finishedAt: null },
  ]);
  expect(await sql`select from tally_entries where webhook_id = ${current.hook.id}`).toEqual([]);
});

test("after a cancel, deliveries that were not sent wait for their retry as before", async () => {
  const { id: delivery } = await retrying();
  const before = await rowOf(delivery);
  const id = await retryAll();
  await cancelReplay(current.ctx, id);
  await ended(id, { status: "cancelled", total: 1, cancelled: 1, finishedAt: expect.any(Date) });
  const { dueAt, attempt, step, trigger } = before!;
  expect(await rowOf(delivery)).toMatchObject({ dueAt, attempt, step, trigger, replayId: null });
  const [log] = await sql`select status from deliveries where id = ${delivery}`;
  expect(log).toEqual({ status: "pending" });
});

test("after a cancel, what the replay has attempted keeps its new step, or has failed now", async () => {
  const { id: delivery } = await retrying();
  const [failed] = await over(1, "failed");
  await sql`update deliveries set finished_at = now() - interval '1 day' where id = ${failed!.id}`;
  const id = await retryAll();
  await sql`
    update queue set attempt = attempt + 1, step = 1, due_at = now() + interval '5 minutes'
    where replay_id = ${id}`;
  const { dueAt } = (await rowOf(delivery))!;

  await cancelReplay(current.ctx, id);
  await advance(db, id);

  const kept = { step: 1, trigger: "event", replayId: null, dueAt };
  expect(await rowOf(delivery)).toMatchObject(kept);
  expect(
    await sql`
      select status, finished_at > now() - interval '1 hour' as late
      from deliveries where id = ${failed!.id}`,
  ).toEqual([{ status: "failed", late: true }]);
});

test("after a cancel, a resend that was requested meanwhile is still sent", async () => {
  const [failed] = await over(1, "failed");
  const id = await retryAll();
  expect(await resend(db, failed!.id)).toBeNull();

  await cancelReplay(current.ctx, id);
  await advance(db, id);

  expect(await rowOf(failed!.id)).toMatchObject({ trigger: "resend", leased: false });
  expect(await sql`select status from deliveries where id = ${failed!.id}`).toEqual([
    { status: "pending" },
  ]);
});

test("after a cancel, deliveries of a webhook that was resumed meanwhile are due", async () => {
  const { id: delivery } = await retrying("infinity");
  await sql`update webhooks set paused_at = now(), pause_reason = 'person' where id = ${current.hook.id}`;
  const id = await retryAll();
  await updateSettings(current.ctx, current.hook.id, { paused: false });
  await cancelReplay(current.ctx, id);
  const [row] = await sql`
    select due_at <= now() as due, step, replay_id from queue where delivery_id = ${delivery}`;
  expect(row).toEqual({ due: true, step: 3, replayId: null });
});
