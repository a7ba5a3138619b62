import { type SQL, sql } from "drizzle-orm";

/** Upper bound of a duration class over that of the class below. Percentiles of classes are exact to ten percent. */
const ratio = 1.1;

/** SQL expression: the class of a duration in milliseconds. */
export function tookOf(durationMs: string): string {
  return `ceil(ln(greatest(${durationMs}, 1)) / ln(${ratio}))::smallint`;
}

/** SQL expression: the upper bound of a duration class, in milliseconds. */
export function msOfClass(took: string): string {
  return `floor(power(${ratio}, ${took}))::int`;
}

/** Selects the median and the 95th percentile of each group; `rows` have `of`, `took` and `n`. */
export function percentilesOf(rows: SQL): SQL {
  return sql`
    select of, ${percentile(0.5)} as p50, ${percentile(0.95)} as p95, max(total)::int as total
    from (
      select of, took, sum(sum(n)) over (partition by of order by took) as upto,
        sum(sum(n)) over (partition by of) as total
      from (${rows}) timed group by of, took
    ) ranked group by of`;
}

function percentile(share: number): SQL {
  return sql.raw(msOfClass(`min(took) filter (where upto >= ${share} * total)`));
}
