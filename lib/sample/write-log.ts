import type { TransactionSql } from "postgres";
import { service } from "@/lib/root/version";
import { sampleAccount } from "./account";
import { startOf } from "./draw-fates";

export async function writeDeliveries(sql: TransactionSql): Promise<void> {
  await sql`
    insert into deliveries (id, account_id, event_id, webhook_id, event, callback_url, trigger, status,
      attempts, cause, status_code, duration_ms, created_at, finished_at)
    select f.id, ${sampleAccount.id}, f.event_id, w.id, f.event, w.url, 'event', 
      case when f.is_replayed then 'delivered' else f.status end, coalesce(l.number, 0), a.cause, a.status,
      l.duration, f.at,
      case when f.is_replayed or f.status <> 'pending' then l.started_at + l.duration * interval '1 ms' end
    from sample_fates f
      join sample_webhooks w on w.n = f.webhook
      left join sample_attempts l on l.id = f.id and l.number = f.attempts + f.is_replayed::int
      left join sample_answers a on a.kind = l.answer`;
}

/**
 * Writes unfinished deliveries to the queue. Those of a paused webhook are parked, as by the engine. The others are in
 * a lane that no worker claims: they show when a retry is due, and none is sent.
 */
export async function writeQueue(sql: TransactionSql): Promise<void> {
  await sql`
    insert into queue (delivery_id, event_id, webhook_id, account_id, attempt, step, trigger, due_at, lane)
    select f.id, f.event_id, w.id, ${sampleAccount.id}, f.attempts, f.attempts, 'event',
      case when w.paused_at is null then ${startOf(sql, sql`f.attempts + 1`)} else 'infinity' end,
      case when w.paused_at is null then ${unclaimedLane}::int else 0 end
    from sample_fates f join sample_webhooks w on w.n = f.webhook
    where f.status = 'pending'`;
}
const unclaimedLane = 3;

/** Writes the attempts with requests and responses. Signatures have the right form, made with a discarded key. */
export async function writeAttempts(sql: TransactionSql): Promise<void> {
  await sql`
    insert into attempts (delivery_id, number, trigger, started_at, duration_ms, dns_ms, connect_ms, tls_ms,
      first_byte_ms, status_code, cause, error, url, request_headers, response_headers, response_body)
    select l.id, l.number, l.trigger, l.started_at, l.duration,
      case when opened then 1 + l.dice % 9 end, case when opened and a.cause is distinct from 'connect' then 4 + l.dice % 23 end,
      case when opened and coalesce(a.cause, '') not in ('connect', 'tls') then 11 + l.dice % 37 end,
      case when a.status is not null then greatest(1, l.duration - l.dice % 4) end,
      a.status, a.cause, replace(a.error, '{host}', w.host), case when sent then w.url end,
      case when sent then ${requestHeaders(sql)} end,
      case when a.status is not null then a.headers::text end,
      case when a.status is not null then decode(a.body, 'base64') end
    from sample_attempts l
      join sample_fates f on f.id = l.id
      join sample_webhooks w on w.n = l.webhook
      join sample_answers a on a.kind = l.answer
      join events e on e.id = f.event_id, lateral (
        select coalesce(a.cause, '') not in ('connect', 'tls') as sent,
          l.dice % 3 = 0 or coalesce(a.cause, '') in ('connect', 'tls') as opened) s`;
}

function requestHeaders(sql: TransactionSql) {
  const agent = `${service.name}/${service.version}`;
  return sql`format(
    '[["host",%s],["connection","keep-alive"],["content-type","application/json"],["user-agent",%s],["accept-encoding","identity"],["webhook-id","%s"],["webhook-timestamp","%s"],["webhook-signature","v1,%s"],["content-length","%s"]]',
    to_json(w.host), to_json(${agent}::text), f.event_id, floor(extract(epoch from l.started_at))::bigint,
    encode(sha256((l.id::text || l.number)::bytea), 'base64'),
    octet_length(e.data) + octet_length(f.event) + ${'{"event":"","data":}'.length}::int)`;
}
