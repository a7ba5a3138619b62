import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { claim } from "@/lib/queue/claim";
import { waitingOf } from "@/lib/stats/waiting";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { claimLatency, queueFacts } from "./queue-facts";

type Make = ReturnType<typeof makers>;

const { sql, db } = await freshDatabase();

/** Adds a delivery with its first attempt now, this long after its event. Returns its id. */
async function begun(webhook: Parameters<Make["delivery"]>[0], wait: string): Promise<string> {
  const { id } = await makers(sql).delivery(webhook);
  await sql`delete from queue`;
  await sql`
    with published as (
      update deliveries set created_at = date_trunc('milliseconds', now()) - ${wait}::interval where id = ${id} returning *
    )
    insert into attempts (delivery_id, number, trigger, started_at, duration_ms)
    select id, 1, 'event', created_at + ${wait}::interval, 1 from published`;
  return id;
}

test("how soon deliveries are begun is known while very many newer ones wait", async () => {
  const webhook = await makers(sql).webhook();
  const id = await begun(webhook, "70 ms");
  expect(await claimLatency(db)).toBe(70);

  // More than the sample.
  await sql`
    with waiting as (
      insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger)
      select new_id(), account_id, event_id, webhook_id, event, callback_url, 'event'
      from deliveries, generate_series(1, 2500) where id = ${id}
      returning id, account_id, event_id, webhook_id
    )
    insert into queue (delivery_id, event_id, webhook_id, account_id, trigger)
    select id, event_id, webhook_id, account_id, 'event' from waiting`;

  expect(await claimLatency(db)).toBe(70);
});

test("time behind an open circuit or a pause is no delay of the queue", async () => {
  const { webhook } = makers(sql);
  await begun(await webhook(), "40 ms");
  const [open, reopened] = [await webhook(), await webhook()];
  const [paused, resumed] = [await webhook(), await webhook()];
  for (const each of [open, reopened, paused, resumed]) await begun(each, "9 minutes");
  await sql`
    insert into receivers (webhook_id, open_until, cooldown_seconds)
    values (${open.id}, now(), 30), (${reopened.id}, now(), 30)
    on conflict (webhook_id) do update set open_until = excluded.open_until, cooldown_seconds = 30`;
  await sql`
    update receivers set open_until = null, cooldown_seconds = null where webhook_id = ${reopened.id}`;
  await sql`
    update webhooks set paused_at = now(), pause_reason = 'person'
    where id in (${paused.id}, ${resumed.id})`;
  await sql`update webhooks set paused_at = null, pause_reason = null where id = ${resumed.id}`;

  expect(await claimLatency(db)).toBeLessThan(1000);
});

test("what waits for a paused webhook is held, also where it is not parked yet", async () => {
  const { webhook, delivery } = makers(sql);
  await sql`delete from queue`;
  const [paused, other] = [await webhook(), await webhook()];
  for (const each of [paused, paused, paused, other]) await delivery(each);
  await sql`update webhooks set paused_at = now(), pause_reason = 'person' where id = ${paused.id}`;
  const [parked, later] = await sql<{ id: string }[]>`
    select delivery_id as id from queue where webhook_id = ${paused.id}`;
  await sql`update queue set due_at = 'infinity' where delivery_id = ${parked!.id}`;
  await sql`update queue set due_at = now() + interval '1 hour' where delivery_id = ${later!.id}`;

  expect(await queueFacts(db)).toMatchObject({ ready: 1, scheduled: 0, held: 3 });
});

test("a test that waits for a slot of its webhook makes nothing late, though it goes before all that waits", async () => {
  const { webhook, delivery } = makers(sql);
  await sql`delete from queue`;
  const hook = await webhook({ maxConcurrency: 1 });
  const { id } = await delivery(hook, { trigger: "test" });
  const busy = { webhookId: hook.id, leased: 1, inLane: 1, remaining: null, responds: false };
  await claim(sql, { limit: 9, inFlight: [busy] });
  expect(await sql`select lane from queue where delivery_id = ${id}`).toEqual([{ lane: 1 }]);

  expect(await queueFacts(db)).toMatchObject({ ready: 1, oldestDueAt: null });
  expect(await waitingOf({ db }, { accountId: null })).toMatchObject({ oldestSeconds: null });
  expect(await claim(sql, { lane: 1, limit: 9 })).toMatchObject({ examined: 1, oldest: null });
});

test("a webhook that is late by its own limits does not make the queue late", async () => {
  const { webhook, delivery } = makers(sql);
  await sql`delete from queue`;
  const [busy, idle] = [await webhook({ maxConcurrency: 1 }), await webhook()];
  await begun(idle, "20 ms");
  for (const each of [busy, busy, busy]) await begun(each, "9 minutes");
  await begun(busy, "50 s");
  for (const each of [busy, idle]) await delivery(each);
  await sql`
    update queue set due_at = now() - case webhook_id when ${busy.id} then interval '5 minutes' else interval '70 s' end`;
  const late = async () => {
    const { oldestDueAt, lateWebhooks } = await queueFacts(db);
    const { oldestSeconds, late } = await waitingOf({ db }, { accountId: null });
    const seconds = (Date.now() - Number(oldestDueAt)) / 1000;
    return [Math.floor(seconds / 100), Math.floor(oldestSeconds! / 100), late, lateWebhooks];
  };
  expect(await late()).toEqual([3, 3, 0, 0]);
  expect(await claimLatency(db)).toBeGreaterThan(500_000);

  // 60 requests of a second in each minute: all that it may have at once.
  await sql`
    insert into tally_times (grain, at, account_id, webhook_id, took, n)
    select 1, date_trunc('minute', now()) - n * interval '1 minute', account_id, id, ceil(ln(1000) / ln(1.1)), 60
    from webhooks, generate_series(0, 5) n where id = ${busy.id}`;
  expect(await late()).toEqual([0, 0, 1, 1]);
  expect(await claimLatency(db)).toBeLessThan(1000);

  // Three workers, each of which may send as many at once, could send more.
  const beat = { host: "h", pid: 1, version: "1" };
  for (const sharded of [false, false, false, true])
    await sql`insert into workers ${sql({ id: randomUUID(), ...beat, sharded })}`;
  expect(await late()).toEqual([3, 3, 0, 0]);
  await sql`delete from workers`;

  // Nothing is late once nothing waits any more, and what was late stays left out.
  await sql`delete from queue where webhook_id = ${busy.id}`;
  expect(await late()).toEqual([0, 0, 0, 0]);
  expect(await claimLatency(db)).toBeLessThan(1000);
});

test("a webhook that used a third of its concurrent requests was not late", async () => {
  const { webhook } = makers(sql);
  await sql`delete from attempts`;
  const id = await begun(await webhook({ maxConcurrency: 1 }), "61 s");
  // The attempt began a second into its minute, in which more ended afterwards.
  await sql`
    with begun as (
      update deliveries set created_at = date_trunc('minute', now()) - interval '9 minutes' where id = ${id} returning *
    ), attempt as (
      update attempts set started_at = created_at + interval '61 s' from begun where delivery_id = id
    )
    insert into tally_times (grain, at, account_id, webhook_id, took, n)
    select 1, created_at + n * interval '1 minute', account_id, webhook_id, ceil(ln(1000) / ln(1.1)), 20
    from begun, generate_series(0, 1) n`;
  expect(await claimLatency(db)).toBe(61_000);
});

test("what a lost worker holds is the oldest delivery once its lease has ended", async () => {
  const { webhook, delivery } = makers(sql);
  await sql`delete from queue`;
  await delivery(await webhook(), { attempt: 1, dueAt: new Date(Date.now() - 300_000) });
  await sql`update queue set leased = true, lease = 1`;
  expect(await queueFacts(db)).toMatchObject({ ready: 1, oldestDueAt: expect.any(Date) });
});
