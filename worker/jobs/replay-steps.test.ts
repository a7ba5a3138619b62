import { sql as query } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { queueTurn } from "@/lib/queue/replay";
import { advance } from "@/lib/replays/advance";
import { dueReplays } from "@/lib/replays/due";
import { cancelReplay, readReplay } from "@/lib/replays/operations";
import { replayTests } from "@/tests/replays";

const { sql, db, make, current, work, replay, ended, over, queued } = await replayTests();

test("a replay without a successful step backs off, and ends as failed with its reason", async () => {
  const [one] = await over(1, "failed");
  const { id } = await absurd(current.hook.accountId);
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
    accountId: current.hook.accountId,
  });
  expect(current.receiver.received).toHaveLength(0);
  const { id: sound } = await replay({ ids: [one!.id] });
  await ended(sound, { status: "completed", delivered: 1 });
});

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
  const { id } = await replay({ filter: { webhook: current.hook.id }, ratePerSecond: 1 });
  await sql`update replays set paced_to = now() - interval '2 seconds' where id = ${id}`;
  await advance(db, id);
  const { all } = (await queued(id))!;
  await sql`update replays set choice = '{"filter":{"from":"never"}}', collected = false, failures = 9
    where id = ${id}`;
  expect(await advance(db, id)).toBe("failed");
  work();
  await ended(id, { status: "failed", total: 30, delivered: all, cancelled: 30 - all });
  expect(current.receiver.received).toHaveLength(all);
});

test("a replay that paused for an hour queues what its rate allows in a second", async () => {
  await over(9, "failed");
  const { id } = await replay({ filter: { webhook: current.hook.id }, ratePerSecond: 3 });
  const before = (await queued(id))!.all;
  await sql`update replays set paced_to = now() - interval '1 hour' where id = ${id}`;
  await advance(db, id);
  expect(await queued(id)).toMatchObject({ all: before + 3 });
});

test("further steps at the same time queue nothing, so all processes share its rate", async () => {
  await over(9, "failed");
  const replayed = await replay({ filter: { webhook: current.hook.id }, ratePerSecond: 3 });
  const { id } = replayed;
  const before = (await queued(id))!.all;
  // `now()` is constant within a transaction.
  const turns = await db.transaction(async (tx) => {
    await tx.execute(query`
      update replays set paced_to = now() - interval '1 hour' where id = ${id}`);
    const first = await queueTurn(tx, replayed);
    // Where the time of the last step was rounded up to a millisecond.
    await tx.execute(query`
      update replays set paced_to = now() + interval '1 millisecond' where id = ${id}`);
    return [first, await queueTurn(tx, replayed), await queueTurn(tx, replayed)];
  });
  expect(turns).toEqual([3, 0, 0]);
  expect(await queued(id)).toMatchObject({ all: before + 3 });
});

test("a replay skips tests that were chosen by id and deliveries of other accounts, and does not reveal their status", async () => {
  const other = await make.webhook();
  const [foreign] = await over(1, "failed", other);
  const [earlier] = await over(2, "failed");
  await sql`
    update deliveries set trigger = 'test', status = 'delivered', finished_at = now() - interval '1 minute'
    where id = ${earlier!.id}`;
  const { id } = await replay({ filter: { webhook: current.hook.id } });
  const [tested, delivered] = [await over(1, "failed"), await over(1, "delivered", other)].flat();
  await sql`update deliveries set trigger = 'test' where id = ${tested!.id}`;
  const added = [foreign, earlier, tested, delivered].map((one) => one!.id);
  await sql`
    insert into replay_items (replay_id, delivery_id) select ${id}, unnest(${added}::uuid[])`;
  await sql`update replays set paced_to = now() - interval '2 seconds' where id = ${id}`;
  await advance(db, id);
  expect(await queued(id)).toMatchObject({ all: 1 });
  expect(await readReplay(current.ctx, id)).toMatchObject({ skipped: 4, deliveredMeanwhile: 0 });
  expect(await sql`select status from deliveries where id = ${foreign!.id}`).toEqual([
    { status: "failed" },
  ]);
});

test("a replay leaves out what is created after it, whatever its asOf", async () => {
  const { id: hookId, accountId } = current.hook;
  // One step reads 5,000 rows of the log.
  await sql`
    insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger, status)
    select new_id(), ${accountId}, new_id(), ${hookId}, 'VIDEO_GENERATION_SUCCESS', '', 'event', 'failed'
    from generate_series(1, 5001)`;
  const asOf = new Date(Date.now() + 3_600_000).toISOString();
  const { id, total } = await replay({ filter: { webhook: hookId }, asOf });
  expect(total).toBe(5000);
  await over(1, "failed");
  await advance(db, id);
  const [row] = await sql`select collected, total from replays where id = ${id}`;
  expect(row).toEqual({ collected: true, total: 5001 });
});

test("a replay leaves out what ended after it was requested", async () => {
  const [, late] = await over(2, "failed");
  const { id } = await replay({ filter: { webhook: current.hook.id }, ratePerSecond: 1 });
  await sql`update replays set collected = false, collected_at = null, total = 0 where id = ${id}`;
  await sql`delete from replay_items where replay_id = ${id}`;
  await sql`update deliveries set finished_at = now() + interval '1 minute' where id = ${late!.id}`;
  await advance(db, id);
  const [row] = await sql`select collected, total from replays where id = ${id}`;
  expect(row).toEqual({ collected: true, total: 1 });
});

test("a replay of a time takes what was created in it, what ended in it, and what has not ended, each once", async () => {
  const { id: hookId, accountId } = current.hook;
  const times = [
    { count: 5001, created: 5, ended: 5, status: "failed" },
    { count: 1, created: 30, ended: 20, status: "failed" },
    { count: 1, created: 30, ended: 9, status: "failed" },
    { count: 1, created: 30, ended: null, status: "pending" },
  ];
  for (const { count, created, ended, status } of times)
    await sql`
      insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger, status, created_at, finished_at)
      select (left(id_at(at)::text, 15) || substr(gen_random_uuid()::text, 16))::uuid, ${accountId}, new_id(), ${hookId},
        'VIDEO_GENERATION_SUCCESS', '', 'event', ${status}, at, now() - ${ended}::int * interval '1 minute'
      from generate_series(1, ${count}::int), lateral (select now() - ${created}::int * interval '1 minute') t(at)`;
  await sql`
    insert into queue (delivery_id, event_id, webhook_id, account_id, attempt, trigger, due_at)
    select id, event_id, webhook_id, account_id, 1, 'event', 'infinity' from deliveries
    where status = 'pending' and webhook_id = ${hookId}`;
  const endedFrom = new Date(Date.now() - 600_000).toISOString();
  const filter = { webhook: hookId, status: "failed,pending", endedFrom };
  expect(await replay({ filter, dryRun: true })).toMatchObject({ total: 5003 });
  // One step reads 5,000 rows of the log.
  const { id, total } = await replay({ filter });
  expect(total).toBe(5000);
  await advance(db, id);
  const [row] = await sql`select collected, total from replays where id = ${id}`;
  expect(row).toEqual({ collected: true, total: 5003 });
});

test("accounts take turns, however many jobs one of them has", async () => {
  const crowd = await Promise.all(Array.from({ length: 40 }, () => absurd(current.hook.accountId)));
  const other = await absurd(await make.account());
  await sql`update replays set next_step_at = now() - interval '1 hour' where id = any(${crowd.map(({ id }) => id)})`;
  const ours = async (busy: string[] = []) => {
    const due = await dueReplays(db, { busy, locked: [], limit: 100 });
    return due.filter(({ accountId }) =>
      [current.hook.accountId, other.accountId].includes(accountId!),
    );
  };
  const first = await ours();
  expect(first.map(({ accountId }) => accountId)).toEqual([
    current.hook.accountId,
    other.accountId,
  ]);
  expect(await ours([current.hook.accountId])).toEqual([other]);
  await sql`update replays set next_step_at = now() - interval '2 hours' where id = ${other.id}`;
  expect((await ours())[0]).toEqual(other);
  await advance(db, first[0]!.id);
  expect((await ours())[0]).not.toEqual(first[0]);
});

test("an account has five running at once; the sixth is refused with a hint", async () => {
  const failed = await over(6, "failed");
  await sql`update webhooks set paused_at = now(), pause_reason = 'person' where id = ${current.hook.id}`;
  const starting = failed.map(({ id }) => replay({ ids: [id] }));
  const results = await Promise.allSettled(starting);
  const refused = results.filter((one) => one.status === "rejected");
  expect(refused.map(({ reason }) => [reason.code, reason.message])).toEqual([
    [40901, expect.stringContaining("or stop one with POST /v1/replays/{id}/cancel")],
  ]);
  const started = results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const again = failed.find(({ id }) => started[0]!.ids!.includes(id))!;
  expect(await replay({ ids: [again.id] })).toMatchObject({ id: started[0]!.id });
  await cancelReplay(current.ctx, started[0]!.id);
  await replay({ ids: [failed[5]!.id], ratePerSecond: 7 });
});

/** Creates a replay with a time that Postgres cannot represent, as older versions accepted. */
async function absurd(accountId: string) {
  const id = uuidv7();
  await sql`insert into replays (id, account_id, choice, fingerprint, rate_per_second)
    values (${id}, ${accountId}, '{"filter":{"from":"9999-12-31T23:59:59.999Z"}}', ${id}, 1)`;
  return { id, accountId };
}

test("a step beside the deletion of a webhook queues nothing for it", async () => {
  const [failed] = await over(1, "failed");
  const { id } = await replay({ ids: [failed!.id], ratePerSecond: 1 });
  await sql`update replays set paced_to = now() - interval '2 seconds' where id = ${id}`;
  await sql.begin(async (deletion) => {
    await deletion`delete from webhooks where id = ${current.hook.id}`;
    await advance(db, id);
  });
  expect(await sql`select from queue where delivery_id = ${failed!.id}`).toEqual([]);
  expect(await sql`select status from deliveries where id = ${failed!.id}`).toEqual([
    { status: "failed" },
  ]);
  expect(await readReplay(current.ctx, id)).toMatchObject({ status: "completed", skipped: 1 });
});
