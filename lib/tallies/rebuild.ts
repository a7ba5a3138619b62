import type { TransactionSql } from "postgres";
import type { Sql } from "@/db/client";
import { advisoryLocks } from "@/db/locks";
import { tookOf } from "./duration-classes";
import { grains, minutesKeptHours } from "./grains";
import { oneShotsWebhookId } from "./one-shots";

type Chosen = { accountId?: string | null };

/** Recounts the tallies of an account, or of all, from the log. */
export async function rebuild(sql: Sql, chosen: Chosen = {}): Promise<void> {
  await sql.begin(async (sql) => {
    await sql`set local statement_timeout = 0`;
    await rebuildWithin(sql, chosen);
  });
}

/**
 * Like `rebuild`, in a transaction. Waits for a fold under way. Entries are written with their attempts, and one statement
 * deletes the entries and reads the log, so that an attempt recorded meanwhile is either counted here or folded later.
 */
export async function rebuildWithin(sql: TransactionSql, { accountId = null }: Chosen) {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.tallies})`;
  for (const table of ["tallies", "tally_times"])
    await sql`delete from ${sql(table)} where ${isOf(sql, accountId)}`;
  await sql`
      create temp table seen (at timestamptz, account_id uuid, webhook_id uuid, event text, result text, counts boolean,
        cause text, status_code integer, took smallint) on commit drop`;
  await sql`
      with superseded as (delete from tally_entries where ${isOf(sql, accountId)})
      insert into seen
      select a.started_at + a.duration_ms * interval '1 millisecond', d.account_id,
        case when d.one_shot then ${oneShotsWebhookId}::uuid else d.webhook_id end, d.event,
        case when a.cause is null then 'delivered'
          when d.status = 'failed' and is_last then 'failed' else 'retrying' end,
        a.cause is not null or is_first_success, a.cause, a.status_code, ${sql.unsafe(tookOf("a.duration_ms"))}
      from (
        select *, number = max(number) over (partition by delivery_id) as is_last,
          cause is null and 1 = count(*) filter (where cause is null) over (
            partition by delivery_id order by number) as is_first_success
        from attempts where trigger <> 'test'
      ) a join deliveries d on d.id = a.delivery_id
      where d.trigger <> 'test' and (a.trigger <> 'resend' or is_first_success or (d.status = 'failed' and is_last))
        and ${isOf(sql, accountId, "d.account_id")}`;
  for (const grain of grains) await count(sql, grain);
}

/** Condition of the rows of an account, or of all rows. */
function isOf(sql: TransactionSql, accountId: string | null, column = "account_id") {
  return sql`(${accountId}::uuid is null or ${sql(column)} = ${accountId}::uuid)`;
}

async function count(sql: TransactionSql, grain: number): Promise<void> {
  const slot = sql`date_bin(${grain}::int * interval '1 minute', at, 'epoch')`;
  const kept = sql`
    ${grain}::int > 1 or at > now() - ${minutesKeptHours} * interval '1 hour'`;
  await sql`
    insert into tallies (grain, at, account_id, webhook_id, event, result, cause, status_code, n, last_at)
    select ${grain}::int, ${slot}, account_id, webhook_id, event, result, cause, status_code,
      count(*) filter (where counts), max(at)
    from seen where ${kept} group by 2, 3, 4, 5, 6, 7, 8`;
  await sql`
    insert into tally_times (grain, at, account_id, webhook_id, took, n)
    select ${grain}::int, ${slot}, account_id, webhook_id, took, count(*)
    from seen where ${kept} group by 2, 3, 4, 5`;
}
