import type { TransactionSql } from "postgres";
import { startOf } from "./draw-fates";

/** Writes each attempt with its response and duration to `sample_attempts`. */
export async function drawAttempts(sql: TransactionSql): Promise<void> {
  await sql`
    create temp table sample_attempts on commit drop as
    select k.*, coalesce(a.took * (0.9 + 0.2 * pg_temp.roll(k.dice, 21)), w.latency * (0.55 + 0.9 * pg_temp.roll(k.dice, 22)
        + case when pg_temp.roll(k.dice, 23) > 0.96 then 2.4 * pg_temp.roll(k.dice, 24) else 0 end))::int as duration
    from (${scheduled(sql)} union all ${replayed(sql)}) k
      join sample_webhooks w on w.n = k.webhook
      join sample_answers a on a.kind = k.answer`;
  await sql`create index on sample_attempts (id, number)`;
  await sql`analyze sample_attempts`;
}

function scheduled(sql: TransactionSql) {
  return sql`
    select f.id, number, f.webhook, f.seed * 16 + number as dice, 'event' as trigger,
      case when number = f.succeeds then w.answer when f.troubled then w.trouble_answer
        else w.flake end as answer,
      ${startOf(sql, sql`number`)} as started_at
    from sample_fates f join sample_webhooks w on w.n = f.webhook, generate_series(1, f.attempts) number`;
}

function replayed(sql: TransactionSql) {
  return sql`
    select f.id, f.attempts + 1, f.webhook, f.seed * 16 + 15, 'replay', w.answer,
      w.replayed + row_number() over (order by f.id) * interval '200 ms'
    from sample_fates f join sample_webhooks w on w.n = f.webhook
    where f.is_replayed`;
}
