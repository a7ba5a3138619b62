import type { TransactionSql } from "postgres";
import { attemptOffsetsMs, scheduledAttempts } from "@/lib/queue/retry-schedule";
import type { Volume } from "./volume";

/**
 * Writes the times of events to `sample_events`: a daily curve with its peak in the afternoon (UTC) and few at
 * weekends, and campaigns of videos.
 */
export async function generateEvents(sql: TransactionSql, { days, events, bursts }: Volume) {
  await sql`
    create temp table sample_events on commit drop as
    with campaigns as (
      select now() - "from" * interval '1 minute' as since, "from", minutes, events
      from json_to_recordset(${JSON.stringify(bursts)}::text::json) as b("from" int, minutes int, events int)
    ), hours as (
      select h, now() - h * interval '1 hour' as start, extract(hour from hour_of) as hour,
        case when extract(isodow from hour_of) > 5 then 0.6 else 1.0 end as weekday
      from generate_series(1, ${days * 24}) h,
        lateral (select (now() - h * interval '1 hour') at time zone 'UTC' as hour_of) u
    ), weighted as (
      select *, weekday * (0.22 + exp(-power(hour - 14.5, 2) / 26.0)) as weight from hours
    ), planned as (
      select start + (n - pg_temp.pseudo_random(h * 100000 + n, 1)) / amount * interval '1 hour' as at, false as campaign
      from (
        select h, start, greatest(1, round(${events} * weight / sum(weight) over ())) as amount from weighted
      ) per_hour, generate_series(1, amount::int) n
    ), all_events as (
      select * from planned where not exists (
        select from campaigns c where at >= since and at < since + minutes * interval '1 minute')
      union all
      select since + (n - pg_temp.pseudo_random(c.from * 100000 + n, 2)) / events * minutes * interval '1 minute', true
      from campaigns c, generate_series(1, events) n
    ), numbered as (
      select row_number() over (order by at) as n, date_trunc('milliseconds', at) as at, campaign from all_events
      where at < now() - interval '30 seconds'
    )
    select n, at, pg_temp.uuid7_of(at, 'event ' || n) as id,
      case when campaign or mix < 0.855 then 'VIDEO_GENERATION_SUCCESS' when mix < 0.9 then 'VIDEO_GENERATION_FAILED'
        when mix < 0.985 then 'AVATAR_TRAINING_SUCCESS' else 'AVATAR_TRAINING_FAILED' end as name,
      pg_temp.uuid4_of('subject ' || n) as subject
    from numbered, lateral (select pg_temp.pseudo_random(n, 3) as mix) m`;
}

/** Seconds from the creation of a delivery to each attempt of its schedule. */
const offsets = attemptOffsetsMs().map((ms) => ms / 1000);

/**
 * Writes the result of each delivery to `sample_deliveries`, by the engine's retry schedule: attempts during an outage
 * fail, the first one after it succeeds.
 */
export async function generateDeliveries(sql: TransactionSql): Promise<void> {
  await sql`
    create temp table sample_deliveries on commit drop as
    select d.id, d.event_id, d.event, d.at, d.seed, d.webhook, d.pace, d.troubled, succeeds,
      least(succeeds, reached, ${scheduledAttempts}::int)::int as attempts,
      case when succeeds <= least(reached, ${scheduledAttempts}::int) then 'delivered' when reached >= ${scheduledAttempts}::int then 'failed'
        else 'pending' end as status,
      d.troubled and replayed is not null as is_replayed
    from (
      select pg_temp.uuid7_of(at, w.key || ' ' || e.n) as id, e.id as event_id, e.name as event, at,
        e.n * 100 + w.n as seed, w.n as webhook, 1 + 0.2 * pg_temp.pseudo_random(e.n * 100 + w.n, 11) as pace,
        coalesce(at >= trouble_from and at < trouble_to, false) as troubled, healed, replayed,
        least(now(), paused_at) as until, flaky
      from sample_webhooks w join sample_events e on e.name = any(w.events) and e.at >= w.created_at
    ) d, lateral (
      select case
        when troubled then 1 + (select count(*) from unnest(${offsets}::float8[]) o
          where at + o * pace * interval '1 second' < healed)
        when pg_temp.pseudo_random(seed, 12) < flaky then 2 + floor(power(pg_temp.pseudo_random(seed, 13), 2) * 3)
        else 1 end as succeeds
    ) s, lateral (
      select count(*) as reached from unnest(${offsets}::float8[]) o
      where at + o * pace * interval '1 second' < until
    ) r`;
  await sql`create index on sample_deliveries (id)`;
  await sql`analyze sample_deliveries`;
}

/** SQL expression: start of attempt `number` of a sample delivery `f`. */
export function startedAt(sql: TransactionSql, number: ReturnType<TransactionSql>) {
  return sql`(f.at + (${offsets}::float8[])[${number}] * f.pace * interval '1 second' + interval '21 ms')`;
}

/** Writes each attempt with its response and duration to `sample_attempts`. */
export async function generateAttempts(sql: TransactionSql): Promise<void> {
  await sql`
    create temp table sample_attempts on commit drop as
    select k.*, coalesce(a.took * (0.9 + 0.2 * pg_temp.pseudo_random(k.seed, 21)), w.latency * (0.55 + 0.9 * pg_temp.pseudo_random(k.seed, 22)
        + case when pg_temp.pseudo_random(k.seed, 23) > 0.96 then 2.4 * pg_temp.pseudo_random(k.seed, 24) else 0 end))::int as duration
    from (${scheduled(sql)} union all ${replayed(sql)}) k
      join sample_webhooks w on w.n = k.webhook
      join sample_responses a on a.kind = k.answer`;
  await sql`create index on sample_attempts (id, number)`;
  await sql`analyze sample_attempts`;
}

function scheduled(sql: TransactionSql) {
  return sql`
    select f.id, number, f.webhook, f.seed * 16 + number as seed, 'event' as trigger,
      case when number = f.succeeds then w.answer when f.troubled then w.trouble_response
        else w.flake end as answer,
      ${startedAt(sql, sql`number`)} as started_at
    from sample_deliveries f join sample_webhooks w on w.n = f.webhook, generate_series(1, f.attempts) number`;
}

function replayed(sql: TransactionSql) {
  return sql`
    select f.id, f.attempts + 1, f.webhook, f.seed * 16 + 15, 'replay', w.answer,
      w.replayed + row_number() over (order by f.id) * interval '200 ms'
    from sample_deliveries f join sample_webhooks w on w.n = f.webhook
    where f.is_replayed`;
}
