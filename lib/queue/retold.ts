import { type SQL, sql } from "drizzle-orm";
import { tallyEntries } from "@/db/schema/tallies";
import { oneShots } from "@/lib/tallies/slots";

/**
 * The last attempts of deliveries that had failed count as tried again, or as the last once more: `rows` are theirs,
 * with `ended_at`, when that was counted.
 */
export function retold(rows: SQL, as: "retrying" | "failed"): SQL {
  const failed = as === "failed" ? 1 : -1;
  return sql`
    retold as (
      insert into ${tallyEntries} (at, account_id, webhook_id, event, result, cause, status_code, n)
      select ended_at, account_id, case when one_shot then ${oneShots}::uuid else webhook_id end, event,
        result, cause, status_code, change * count(*)
      from (${rows}) r, (values ('failed', ${failed}::int), ('retrying', ${-failed}::int)) as c(result, change)
      where cause is not null and ended_at is not null
      group by 1, 2, 3, 4, 5, 6, 7, change
    )`;
}
