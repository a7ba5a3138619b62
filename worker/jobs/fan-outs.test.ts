import { beforeEach, expect, test } from "vitest";
import { channel } from "@/lib/changes/change";
import { batchedEventQueue } from "@/lib/queue/batched-enqueue";
import { channels } from "@/lib/queue/notify";
import { freshDatabase } from "@/tests/database";
import { eventually } from "@/tests/eventually";
import { makers } from "@/tests/make";
import { runFanOuts } from "./fan-outs";

const { sql } = await freshDatabase();
const make = makers(sql);
const event = "VIDEO_GENERATION_SUCCESS" as const;

beforeEach(async () => {
  await sql`truncate accounts, events, deliveries, queue, fan_outs, audiences cascade`;
});

test("a fan-out whose steps are too large for the database ends in smaller ones, of which workers and pages hear", async () => {
  const wakes: string[] = [];
  const changes: string[] = [];
  await sql.listen(channels.due, (notice) => wakes.push(notice));
  await sql.listen(channel, (notice) => changes.push(notice));
  const accountId = await publishedTo(501);
  await sql.unsafe(`
    create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from added) > 300 then raise exception 'too many'; end if;
      return null;
    end $$;
    create trigger refuse_many after insert on queue referencing new table as added
      for each statement execute function refuse_many()`);
  // Of the event itself.
  await eventually(async () => expect(changes).toHaveLength(1));
  const fanOuts = runFanOuts(sql);
  await eventually(async () => expect(await sql`select from fan_outs`).toHaveLength(0));
  await fanOuts.stop();
  expect(await sql`select from queue`).toHaveLength(501);
  await eventually(async () => expect(wakes).not.toHaveLength(0));
  await eventually(async () => expect(changes[1]).toContain(accountId));
});

test.each([
  ["steps are of 500 deliveries while no other account publishes", false, [500, 500, 200]],
  ["and of 100 after the first while another does", true, [500, ...Array(7).fill(100)]],
])("%s", async (_, isShared, sizes) => {
  await publishedTo(1200);
  // An id of a later time counts as published just now, however slow the machine is.
  if (isShared)
    await sql`
      insert into events (id, account_id, name, data, subject)
      values (id_at(now() + interval '1 hour'), ${await make.account()}, ${event}, '{}', 'v')`;
  await noteSteps();
  const fanOuts = runFanOuts(sql);
  await eventually(async () => expect(await sql`select from fan_outs`).toHaveLength(0));
  await fanOuts.stop();
  const steps = await sql`select size from steps where size > 0 order by n`;
  expect(steps.map(({ size }) => size)).toEqual(sizes);
});

test("while the backlog is deep, half a second passes between two steps", async () => {
  await publishedTo(1001);
  await sql`
    insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, due_at)
    select new_id(), new_id(), new_id(), new_id(), 'event', '-infinity' from generate_series(1, 10000)`;
  await noteSteps();
  const fanOuts = runFanOuts(sql);
  await eventually(async () => expect(await sql`select from fan_outs`).toHaveLength(0));
  await fanOuts.stop();
  const pauses = await sql`
    select at - lag(at) over (order by n) >= interval '500 ms' as slow from steps where size > 0 order by n`;
  expect(pauses.map(({ slow }) => slow)).toEqual([null, true, true]);
});

/** Has the database note the time and the deliveries of each step. */
async function noteSteps(): Promise<void> {
  await sql.unsafe(`
    drop trigger if exists refuse_many on queue;
    create table if not exists steps (n serial, size int, at timestamptz default clock_timestamp());
    truncate steps restart identity;
    create or replace function note_step() returns trigger language plpgsql as $$ begin
      insert into steps (size) select count(*) from added;
      return null;
    end $$;
    create or replace trigger note_step after insert on queue referencing new table as added
      for each statement execute function note_step()`);
}

/** Publishes an event to a new account with so many webhooks. Returns the id of the account. */
async function publishedTo(webhooks: number): Promise<string> {
  const accountId = await make.account();
  await make.webhooks(accountId, webhooks);
  await batchedEventQueue(sql, () => undefined).enqueue([
    { accountId, event, data: "{}", subject: "v" },
  ]);
  return accountId;
}
