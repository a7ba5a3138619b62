import { type SQL, sql } from "drizzle-orm";
import { queue } from "@/db/schema/deliveries";
import { webhooks } from "@/db/schema/webhooks";

/**
 * SQL for the queue rows of an account, or of all if `accountId` is null, as a table expression to be named `q`.
 *
 * The queue has no index by account: each write of a row would pay for it. So the rows are looked up by webhook, by
 * `queue_webhook`. Reading the queue whole would take the longer, the more deliveries of other accounts wait. The account's
 * webhooks are read in two parts, because each part has an index of its own.
 */
export function queueRowsOf(accountId: string | null): SQL {
  if (accountId === null) return sql`${queue}`;
  const own = (isOneShot: boolean) => sql`
    select id from ${webhooks} where account_id = ${accountId}::uuid and ${sql.raw(isOneShot ? "" : "not")} one_shot`;
  // The offset keeps it a look-up for each webhook: see README.md.
  return sql`(
    select rows.* from (${own(false)} union all ${own(true)}) own
      cross join lateral (select * from ${queue} where webhook_id = own.id offset 0) rows)`;
}
