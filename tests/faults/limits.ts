import type { Sql } from "@/db/client";

/** Returns the number of workers that own all shards together; 0 while some have no living owner. */
export async function owners(sql: Sql): Promise<number> {
  const [row] = await sql`
    select case when count(*) = 64 and bool_and(coalesce(w.beat_at > now() - interval '4 seconds', false))
      then count(distinct w.id)::int else 0 end as n
    from shards s left join workers w on w.id = s.worker_id`;
  return row?.n;
}

/**
 * Returns the times at which workers started requests to a webhook, in ms, from the log. A receiver in a test sees bursts when its
 * thread is late.
 */
export async function startTimes(sql: Sql, webhookId: string): Promise<number[]> {
  const rows = await sql<{ ms: number }[]>`
    select (extract(epoch from started_at) * 1000)::float8 as ms
    from attempts a join deliveries d on d.id = a.delivery_id where d.webhook_id = ${webhookId}`;
  return rows.map(({ ms }) => ms);
}

/** Returns the largest number of requests that came within a second. */
export function mostInASecond(times: number[]): number {
  const within = (from: number) => times.filter((at) => at >= from && at < from + 1000).length;
  return Math.max(...times.map(within));
}
