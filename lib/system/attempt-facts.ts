import { sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { tallies, tallyEntries } from "@/db/schema/tallies";

/** Returns the attempts of the last hour by minute. Attempts of the last second may be missing. */
export async function throughput(db: Queries) {
  const rows = await db.execute<{ ms: string; delivered: number; failed: number }>(sql`
    select (extract(epoch from date_trunc('minute', at)) * 1000)::bigint::text as ms,
      coalesce(sum(n) filter (where result = 'delivered'), 0)::int as delivered,
      coalesce(sum(n) filter (where result <> 'delivered'), 0)::int as failed
    from (
      select at, result, n from ${tallies} where grain = 1 and at > now() - interval '1 hour'
      union all
      select at, result, n from ${tallyEntries} where at > now() - interval '1 hour'
    ) as counted
    group by 1 order by 1`);
  return rows.map(({ ms, ...counts }) => ({ from: new Date(Number(ms)), ...counts }));
}

/** Returns the deliveries that failed in the last day, to the half hour. */
export async function failedOfTheDay(db: Queries): Promise<number> {
  const [row] = await db.execute<{ failed: number }>(sql`
    select coalesce(sum(n), 0)::int as failed
    from (
      select n from ${tallies} where grain = 30 and at > now() - interval '1 day' and result = 'failed'
      union all
      select n from ${tallyEntries} where result = 'failed'
    ) as counted`);
  return row?.failed ?? 0;
}
