import type { Sql } from "@/db/client";
import { createPastPartitions } from "@/lib/sample/write-log";

const days = 4;
/** SQL for a new id of the time `at`. */
const idAt = "(left(id_at(at)::text, 15) || substr(gen_random_uuid()::text, 16))::uuid";

/**
 * Fills a database with deliveries of four days and a backlog in every lane, without statistics: three accounts with a
 * hundred webhooks each, a quarter of the deliveries unfinished and a hundredth failed.
 */
export async function fillLog(url: string, sql: Sql, deliveries: number): Promise<void> {
  await createPastPartitions(url, days - 1);
  await sql`
    insert into accounts (id, name) select new_id(), 'account ' || n from generate_series(1, 3) n`;
  await sql`
    insert into webhooks (id, account_id, callback_url, events, last_triggered_at, rate_per_second)
    select new_id(), a.id, 'https://hooks.example/' || n, array['VIDEO_GENERATION_SUCCESS'], now(),
      case when n % 20 = 0 then 100 end
    from accounts a, generate_series(1, 100) n`;
  await sql`
    insert into webhook_secrets (id, webhook_id, secret)
    select new_id(), id, ${`whsec_${"A".repeat(44)}`} from webhooks`;
  await sql`
    insert into receivers (webhook_id, slow_since, open_until, allowance, cooldown_seconds)
    select id, now(), case when callback_url like '%5' then now() end, 1, 30 from webhooks
    where callback_url like '%5' or callback_url like '%7'`;
  await fillDeliveries(sql, deliveries);
  await fillQueue(sql);
}

/** As many on each day, today until now. In order of time, as they are written in operation. */
async function fillDeliveries(sql: Sql, count: number): Promise<void> {
  await sql`
    insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger, status, attempts, cause,
      status_code, created_at, finished_at)
    select ${sql.unsafe(idAt)}, account_id, ${sql.unsafe(idAt)}, webhook_id,
      case n % 2 when 0 then 'VIDEO_GENERATION_SUCCESS' else 'VIDEO_GENERATION_FAILED' end, callback_url, 'event', status,
      1, case when status = 'failed' then 'http_5xx' end, case status when 'failed' then 503 else 200 end, at, case when status <> 'pending' then at end
    from (
      select n, at, w.id as webhook_id, w.account_id, w.callback_url,
        case when n % 100 = 1 then 'failed' when n % 4 = 2 then 'pending' else 'delivered' end as status
      from (
        select n, n % 300 + 1 as place,
          day + (least(day + interval '1 day', now()) - day) * (n * ${days}::int % ${count}::int) / ${count}::int as at
        from generate_series(0, ${count - 1}::int) n,
          lateral (
            select date_trunc('day', now(), 'UTC')
              - (${days - 1} - n * ${days}::int / ${count}::int) * interval '1 day' as day
          ) d
      ) times join (select *, row_number() over (order by id) as place from webhooks) w using (place)
    ) made
    order by at`;
  await sql`
    insert into events (id, account_id, name, data, subject, created_at)
    select event_id, account_id, event, '{}', 'video ' || event_id, created_at from deliveries`;
  await sql`
    insert into attempts (delivery_id, number, trigger, started_at, duration_ms)
    select id, 1, 'event', created_at, 20 from deliveries`;
}

/**
 * Queues the unfinished deliveries: about a quarter each due in lane 0, 1 and 2, and a quarter parked. A tenth of the due
 * ones was leased by lost workers. One webhook has 20,000 further rows in lane 1.
 */
async function fillQueue(sql: Sql): Promise<void> {
  await sql`
    insert into queue (delivery_id, event_id, webhook_id, account_id, attempt, step, trigger, lane, leased, due_at)
    select id, event_id, webhook_id, account_id, 1, 1, 'event', part % 3, part < 3 and n % 10 = 0,
      case part when 3 then 'infinity' else created_at end
    from (
      select *, abs(hashint8(n)) % 4 as part
      from (
        select *, row_number() over (order by created_at, id) as n from deliveries where status = 'pending'
      ) pending
    ) parted`;
  await sql`
    insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, lane, due_at)
    select new_id(), d.event_id, w.id, w.account_id, 'event', 1, d.created_at
    from (select id, account_id from webhooks order by id limit 1) w,
      (select event_id, created_at from deliveries order by id limit 20000) d`;
}
