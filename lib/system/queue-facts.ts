import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { queue } from "@/db/schema/deliveries";

/** Enough to see how much it is; more would only take longer to count. */
const most = 10_000;

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
