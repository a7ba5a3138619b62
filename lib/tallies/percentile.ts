import { type SQL, sql } from "drizzle-orm";
import { tookAtMost } from "./took";

/** Selects the 95th percentile of each group; `rows` have `of`, `took` and `n`. */
export function p95Of(rows: SQL): SQL {
  return sql`
    select of, ${sql.raw(tookAtMost("min(took) filter (where upto >= 0.95 * total)"))} as p95,
      max(total)::int as total
    from (
      select of, took, sum(sum(n)) over (partition by of order by took) as upto,
        sum(sum(n)) over (partition by of) as total
      from (${rows}) timed group by of, took
    ) ranked group by of`;
}
