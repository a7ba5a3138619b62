import { expect, test } from "vitest";
import type { Sql } from "@/db/client";
import { undoStepBack } from "@/lib/queue/clock-step";
import { countWaiting, freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { startReceiver } from "@/tests/receiver";
import { toLoopback } from "@/tests/to-loopback";
import { startWorker } from "./start-worker";

const settings = { WORKER_CONCURRENCY: 4, ...toLoopback };

/** What shows the step: the heartbeat of a worker that was killed, or the check of the queue if all were stopped. */
const traces = {
  heartbeat: (sql: Sql, later: string) => sql`
    insert into workers (id, host, pid, version, beat_at)
    values (new_id(), 'lost', 1, '', now() + ${later}::interval)`,
  chore: (sql: Sql, later: string) => sql`
    insert into chores (name, took_ms, succeeded, ran_at)
    values ('queue_check', 0, true, now() + ${later}::interval)`,
};

test.each([
  { trace: "heartbeat" as const },
  { trace: "chore" as const, DISPATCH: "sharded" as const },
])(
  "after the database's clock stepped back by an hour, nothing waits an hour longer (%o)",
  async ({ trace, ...dispatch }) => {
    const { sql, url } = await freshDatabase();
    const make = makers(sql);
    const receiver = await startReceiver();
    const webhook = () => make.webhook({ callbackUrl: receiver.url });
    const hook = await webhook();
    const [waiting, leased, held, rated] = await Promise.all([
      make.delivery(hook),
      make.delivery(hook, { attempt: 1 }),
      make.delivery(await webhook()),
      make.delivery(await webhook()),
    ]);
    const claimedSince = await make.delivery(hook, { attempt: 1 });
    const parked = await make.delivery(await make.webhook({ paused: true }), { dueAt: "infinity" });

    // What the clock of before the step left.
    const later = "1 hour";
    await sql`update queue set due_at = now() + ${later}::interval where due_at < 'infinity'`;
    await sql`update queue set leased = true where delivery_id in (${leased.id}, ${claimedSince.id})`;
    await sql`update queue set due_at = now() + interval '59 seconds' where delivery_id = ${claimedSince.id}`;
    await sql`
      insert into receivers (webhook_id, open_until, cooldown_seconds, failing_since, failures)
      select webhook_id, now() + ${later}::interval, 30, now(), 10 from queue where delivery_id = ${held.id}`;
    await sql`
      update webhooks set rate_per_second = 10
      where id = (select webhook_id from queue where delivery_id = ${rated.id})`;
    await sql`update rate_limits set spent_until = now() + ${later}::interval`;
    await sql`
      insert into publishing_usage (account_id, spent_until) values (${hook.accountId}, now() + ${later}::interval)`;
    await sql`
      insert into sign_in_failures (subject, failures, since, blocked_until)
      values ('email', 9, now(), now() + ${later}::interval)`;
    await traces[trace](sql, later);

    const dueAt = async () =>
      (await sql`select due_at from queue where delivery_id = ${claimedSince.id}`)[0]?.dueAt;
    const lease = await dueAt();

    const worker = startWorker(url, { ...settings, ...dispatch });
    const delivered = async () => {
      const rows = await sql`select id from deliveries where status = 'delivered'`;
      return rows.map(({ id }) => id);
    };
    const ids = [waiting, leased, held, rated].map(({ id }) => id);
    await eventually(async () => expect(await delivered()).toEqual(expect.arrayContaining(ids)));
    const ahead = await sql`
      select spent_until from publishing_usage where spent_until > now() + interval '5 seconds'
      union all select blocked_until from sign_in_failures where blocked_until > now() + interval '5 seconds'
      union all select ran_at from chores where ran_at > now()
      union all select beat_at from workers where beat_at > now()`;
    expect(ahead).toEqual([]);
    expect(await dueAt(), "a lease of the new clock").toEqual(lease);
    expect(
      await sql`select from queue where delivery_id = ${parked.id} and due_at = 'infinity'`,
    ).toHaveLength(1);
    await worker.stop();
    await receiver.close();
  },
);

test("while times are moved back, results of requests in flight are recorded", async () => {
  const { sql, url } = await freshDatabase();
  const make = makers(sql);
  const hook = await make.webhook();
  const inFlight = await make.delivery(hook, { attempt: 1 });
  await sql`update queue set leased = true, due_at = now() + interval '1 hour'`;
  await sql`
    insert into receivers (webhook_id, open_until, failing_since, failures)
    values (${hook.id}, now() + interval '1 hour', now(), 10)`;
  await traces.heartbeat(sql, "1 hour");

  // Stands for the many rows that take long: the repair waits for this one.
  const transaction = await sql.reserve();
  await transaction`begin`;
  await transaction`select from receivers for update`;
  const repairing = undoStepBack(url);
  await eventually(async () => expect(await countWaiting(sql)).toBe(1));
  expect(
    await sql`select from queue where delivery_id = ${inFlight.id} for update skip locked`,
  ).toHaveLength(1);
  await transaction`commit`;
  transaction.release();

  await repairing;
  expect(await sql`select from queue where due_at < now() + interval '1 minute'`).toHaveLength(1);
});

test("alerts, replays and interrupted retries wait no longer either", async () => {
  const { sql, url } = await freshDatabase();
  const make = makers(sql);
  await make.delivery(await make.webhook(), { trigger: "resend", resumeAt: inAnHour() });
  await sql`update queue set due_at = ${inAnHour()}`;
  await sql`insert into alerts (id, kind, data, due_at) values (new_id(), 'test', '{}', ${inAnHour()})`;
  await sql`
    insert into replays (id, choice, fingerprint, rate_per_second, next_step_at)
    values (new_id(), '{}', '', 1, ${inAnHour()})`;
  await traces.heartbeat(sql, "1 hour");

  await undoStepBack(url);

  const ahead = await sql`
    select 'alert' as what from alerts where due_at > now() + interval '1 minute'
    union all select 'replay' from replays where next_step_at > now() + interval '1 minute'
    union all select 'retry' from queue where resume_at > now() + interval '1 minute'`;
  expect(ahead).toEqual([]);
});

const inAnHour = () => new Date(Date.now() + 3_600_000);
