import type { TransactionSql } from "postgres";
import type { Volume } from "./volume";

/**
 * Writes the times of events to `sample_events`: a daily curve with its peak in the afternoon (UTC) and few at
 * weekends, and campaigns of videos.
 */
export async function drawEvents(sql: TransactionSql, { days, events, bursts }: Volume) {
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
    ), weighed as (
      select *, weekday * (0.22 + exp(-power(hour - 14.5, 2) / 26.0)) as weight from hours
    ), drawn as (
      select start + (n - pg_temp.roll(h * 100000 + n, 1)) / amount * interval '1 hour' as at, false as campaign
      from (
        select h, start, greatest(1, round(${events} * weight / sum(weight) over ())) as amount from weighed
      ) planned, generate_series(1, amount::int) n
    ), all_drawn as (
      select * from drawn where not exists (
        select from campaigns c where at >= since and at < since + minutes * interval '1 minute')
      union all
      select since + (n - pg_temp.roll(c.from * 100000 + n, 2)) / events * minutes * interval '1 minute', true
      from campaigns c, generate_series(1, events) n
    ), numbered as (
      select row_number() over (order by at) as n, date_trunc('milliseconds', at) as at, campaign from all_drawn
      where at < now() - interval '30 seconds'
    )
    select n, at, pg_temp.id_of(at, 'event ' || n) as id,
      case when campaign or mix < 0.855 then 'VIDEO_GENERATION_SUCCESS' when mix < 0.9 then 'VIDEO_GENERATION_FAILED'
        when mix < 0.985 then 'AVATAR_TRAINING_SUCCESS' else 'AVATAR_TRAINING_FAILED' end as name,
      pg_temp.any_id('subject ' || n) as subject
    from numbered, lateral (select pg_temp.roll(n, 3) as mix) m`;
}
