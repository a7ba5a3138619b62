import type { Sql } from "@/db/client";
import { dueNow } from "./due-now";
import { scheduledAttempts } from "./retry-schedule";

const everySeconds = 55;
/** Rows of the log that one run checks, and parked rows that it frees at most. Not measured. */
const portion = 20_000;
const freedAtOnce = 10_000;

/**
 * Checks the queue's invariant, once a minute in one of all workers: a pending delivery has a row in the queue, and the
 * row is due at a finite time unless its webhook is paused or being resumed. Repairs what breaks it and returns the ids
 * of those deliveries: there are none unless the queue has a defect.
 *
 * The cost does not grow with the backlog. Webhooks with parked rows are found by a loose index scan, and the log is read
 * in portions by primary key, each run where the last one ended.
 */
export async function repairQueue(sql: Sql): Promise<string[]> {
  const [turn] = await sql<{ cursor: string | null }[]>`
    insert into chores (name, took_ms, succeeded) values ('queue_check', 0, true)
    on conflict (name) do update set ran_at = now()
    where chores.ran_at < now() - ${everySeconds} * interval '1 second'
    returning cursor`;
  if (!turn) return [];
  // A worker killed at the end of a fan-out leaves its audience behind.
  await sql`
    delete from audiences a where not exists (select from fan_outs f where f.audience_id = a.id)`;
  return [...(await freeParked(sql)), ...(await queueMissing(sql, turn.cursor))];
}

/** Makes parked rows due whose webhook is neither paused nor being resumed. Returns their ids. */
async function freeParked(sql: Sql): Promise<string[]> {
  const freed = await sql<{ deliveryId: string }[]>`
    with recursive parked as (
      (select webhook_id from queue where due_at = 'infinity' and lane < 3 order by webhook_id limit 1)
      union all
      select (
        select q.webhook_id from queue q
        where q.due_at = 'infinity' and q.lane < 3 and q.webhook_id > parked.webhook_id
        order by q.webhook_id limit 1
      ) from parked where parked.webhook_id is not null
    ), stuck as materialized (
      select q.delivery_id from parked p cross join lateral (
        select delivery_id from queue
        where due_at = 'infinity' and lane < 3 and webhook_id = p.webhook_id limit ${freedAtOnce}
      ) q
      where not exists (select from webhooks w where w.id = p.webhook_id and w.paused_at is not null)
        and not exists (select from resumptions r where r.webhook_id = p.webhook_id)
      limit ${freedAtOnce}
    )
    update queue q set due_at = ${sql.unsafe(dueNow)} from stuck s
    where q.delivery_id = s.delivery_id and q.due_at = 'infinity'
    returning q.delivery_id`;
  return freed.map(({ deliveryId }) => deliveryId);
}

/** Queues the pending deliveries of the next portion of the log that have no queue row. Returns their ids. */
async function queueMissing(sql: Sql, cursor: string | null): Promise<string[]> {
  const [found] = await sql<{ queued: string[] }[]>`
    with portion as materialized (
      select id, account_id, event_id, webhook_id, trigger, attempts, status from deliveries
      where id > coalesce(${cursor}::uuid, '00000000-0000-0000-0000-000000000000')
      order by id limit ${portion}
    ), queued as (
      insert into queue (delivery_id, event_id, webhook_id, account_id, attempt, step, trigger, due_at)
      select id, event_id, webhook_id, account_id, attempts, case trigger when 'test' then 0 else least(attempts, ${scheduledAttempts - 1}) end,
        trigger, ${sql.unsafe(dueNow)}
      from portion p
      where status = 'pending' and not exists (select from queue q where q.delivery_id = p.id)
      on conflict do nothing
      returning delivery_id
    ), moved as (
      -- A short portion is the last one: the next run starts from the beginning.
      update chores set cursor = case when (select count(*) from portion) = ${portion}
        then (select id from portion order by id desc limit 1) end
      where name = 'queue_check'
    )
    select array(select delivery_id from queued) as queued`;
  return found?.queued ?? [];
}
