import type { Sql } from "@/db/client";
import { oneShots } from "@/lib/tallies/slots";
import { tookOf } from "@/lib/tallies/took";

/** What the attempts in `told` came to, written down for the figures in the statement that records them. */
export function tallied(sql: Sql) {
  return sql`
    tallied as (
      insert into tally_entries
        (account_id, webhook_id, event, result, cause, status_code, n, times)
      select account_id, case when one_shot then ${oneShots}::uuid else webhook_id end, event,
        case when cause is null then 'delivered' when given_up then 'failed' else 'retrying' end,
        cause, status_code, count(*), array_agg(${sql.unsafe(tookOf("duration_ms"))})
      from told where trigger in ('event', 'replay')
      group by 1, 2, 3, 4, 5, 6
    )`;
}
