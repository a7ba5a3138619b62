import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { attempts, deliveries, queue } from "@/db/schema/deliveries";

/** Enough to see how much it is; more would only take longer to count. */
const most = 10_000;

/** As many of the latest deliveries are looked at for how soon they were begun. */
const sampled = 1000;

/**
 * Within how many milliseconds of being published 95 in 100 deliveries of the last hour were begun; null when none was.
 * By the latest, each looked up, so that it costs the same however many there are.
 */
export async function claimLatency(db: Queries): Promise<number | null> {
  const [row] = await db.execute<{ p95: number | null }>(sql`
    select percentile_cont(0.95) within group (order by waited) as p95
    from (
      select greatest(0, extract(epoch from a.started_at - d.created_at) * 1000) as waited
      from ${deliveries} d cross join lateral (
        select started_at from ${attempts} where delivery_id = d.id and number = 1 limit 1
      ) a
      where d.id >= id_at(now() - interval '1 hour') and d.trigger = 'event'
      order by d.id desc limit ${sampled}
    ) as begun`);
  return row?.p95 == null ? null : Math.round(row.p95);
}

/** What waits, read lane by lane, for each has its own index. */
export async function queueFacts(db: Queries) {
  const ready = sql`due_at <= now()`;
  const [row] = await db.execute<{
    ready: number;
    oldest_due_at: string | null;
    scheduled: number;
    held: number;
  }>(sql`
    select ${count(ready)} as ready, ${count(sql`due_at > now() and due_at < 'infinity'`)} as scheduled,
      ${count(sql`due_at = 'infinity'`)} as held, ${oldest()} as oldest_due_at`);
  return {
    ready: row?.ready ?? 0,
    oldestDueAt: row?.oldest_due_at ? new Date(row.oldest_due_at) : null,
    scheduled: row?.scheduled ?? 0,
    held: row?.held ?? 0,
  };
}

function count(which: SQL): SQL {
  const rows = lanes(
    (lane) => sql`(select 1 from ${queue} where ${lane} and ${which} limit ${most})`,
  );
  return sql`(select least(count(*), ${most})::int from (${rows}) as counted)`;
}

function oldest(): SQL {
  const firsts = lanes(
    (lane) => sql`(select min(due_at) as due_at from ${queue} where ${lane} and due_at <= now())`,
  );
  return sql`(select to_char(min(due_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from (${firsts}) as firsts)`;
}

function lanes(of: (lane: SQL) => SQL): SQL {
  const each = [0, 1, 2].map((lane) => of(sql`lane = ${sql.raw(String(lane))}`));
  return sql.join(each, sql` union all `);
}
