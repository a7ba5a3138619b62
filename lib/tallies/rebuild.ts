import type { TransactionSql } from "postgres";
import type { Sql } from "@/db/client";
import { advisoryLocks } from "@/db/locks";
import { tookOf } from "./duration-classes";
import { minutesKeptHours, oneShots } from "./grains";

/**
 * Recounts the tallies of an account, or of all, from the log. Entries are written with their attempts, so one snapshot
 * has both or neither; entries recorded meanwhile are folded later.
 */
export async function rebuild(sql: Sql, { accountId = null }: { accountId?: string | null } = {}) {
  await sql.begin("isolation level repeatable read", async (sql) => {
    await sql`set local statement_timeout = 0`;
    await sql`select pg_advisory_xact_lock(${advisoryLocks.tallies})`;
    await clear(sql, accountId);
    await sql`
      create temp table seen on commit drop as
      select a.started_at + a.duration_ms * interval '1 millisecond' as at, d.account_id,
        case when d.one_shot then ${oneShots}::uuid else d.webhook_id end as webhook_id, d.event,
        case when a.cause is null then 'delivered'
          when d.status = 'failed' and not exists (
            select from attempts l where l.delivery_id = a.delivery_id and l.number > a.number
              and l.trigger in ('event', 'replay')) then 'failed'
          else 'retrying' end as result,
        a.cause, a.status_code, ${sql.unsafe(tookOf("a.duration_ms"))} as took
      from attempts a join deliveries d on d.id = a.delivery_id
      where a.trigger in ('event', 'replay')
        and (${accountId}::uuid is null or d.account_id = ${accountId}::uuid)`;
    for (const grain of [1, 30]) await count(sql, grain);
  });
}

async function clear(sql: TransactionSql, accountId: string | null): Promise<void> {
  for (const table of ["tallies", "tally_times", "tally_entries"]) {
    await sql`
      delete from ${sql(table)} where ${accountId}::uuid is null or account_id = ${accountId}::uuid`;
  }
}

async function count(sql: TransactionSql, grain: number): Promise<void> {
  const slot = sql`date_bin(${grain}::int * interval '1 minute', at, 'epoch')`;
  const kept = sql`
    ${grain}::int > 1 or at > now() - ${minutesKeptHours} * interval '1 hour'`;
  await sql`
    insert into tallies (grain, at, account_id, webhook_id, event, result, cause, status_code, n, last_at)
    select ${grain}::int, ${slot}, account_id, webhook_id, event, result, cause, status_code, count(*), max(at)
    from seen where ${kept} group by 2, 3, 4, 5, 6, 7, 8`;
  await sql`
    insert into tally_times (grain, at, account_id, webhook_id, took, n)
    select ${grain}::int, ${slot}, account_id, webhook_id, took, count(*)
    from seen where ${kept} group by 2, 3, 4, 5`;
}
