import type { TransactionSql } from "postgres";

/** Seconds from the creation of a delivery to each attempt of its schedule. */
const offsets = [0, 5, 305, 2105, 9305, 27_305, 63_305, 113_705, 185_705, 272_105];

/**
 * Writes the result of each delivery to `sample_fates`, by the engine's retry schedule: attempts during an outage fail,
 * the first one after it succeeds.
 */
export async function drawFates(sql: TransactionSql): Promise<void> {
  await sql`
    create temp table sample_fates on commit drop as
    select d.id, d.event_id, d.event, d.at, d.seed, d.webhook, d.pace, d.troubled, succeeds,
      least(succeeds, reached, 10)::int as attempts,
      case when succeeds <= least(reached, 10) then 'delivered' when reached >= 10 then 'failed'
        else 'pending' end as status,
      d.troubled and replayed is not null as is_replayed
    from (
      select pg_temp.id_of(at, w.key || ' ' || e.n) as id, e.id as event_id, e.name as event, at,
        e.n * 100 + w.n as seed, w.n as webhook, 1 + 0.2 * pg_temp.roll(e.n * 100 + w.n, 11) as pace,
        coalesce(at >= trouble_from and at < trouble_to, false) as troubled, healed, replayed,
        least(now(), paused_at) as until, flaky
      from sample_webhooks w join sample_events e on e.name = any(w.events) and e.at >= w.created_at
    ) d, lateral (
      select case
        when troubled then 1 + (select count(*) from unnest(${offsets}::float8[]) o
          where at + o * pace * interval '1 second' < healed)
        when pg_temp.roll(seed, 12) < flaky then 2 + floor(power(pg_temp.roll(seed, 13), 2) * 3)
        else 1 end as succeeds
    ) s, lateral (
      select count(*) as reached from unnest(${offsets}::float8[]) o
      where at + o * pace * interval '1 second' < until
    ) r`;
  await sql`create index on sample_fates (id)`;
  await sql`analyze sample_fates`;
}

/** SQL expression: start of attempt `number` of a fate `f`. */
export function startOf(sql: TransactionSql, number: ReturnType<TransactionSql>) {
  return sql`(f.at + (${offsets}::float8[])[${number}] * f.pace * interval '1 second' + interval '21 ms')`;
}
