import type { TransactionSql } from "postgres";
import type { Sql } from "@/db/client";
import { advisoryLocks } from "@/db/locks";
import { minutesKeptHours } from "./grains";

/**
 * Entries folded, and expired slots deleted, by one statement: about 30 ms of Postgres if each has another webhook.
 * With 10,000, a fan-out to 5,000 webhooks made statements of 200 ms, and publishing of other accounts waited.
 */
const portion = 1000;

/**
 * Folds a portion of the tally entries into the slots of `tallies`, in one transaction, and deletes minutes that have
 * expired. One process folds at a time; others skip. Returns true when more is left.
 */
export function fold(sql: Sql): Promise<boolean> {
  return sql.begin(async (sql) => {
    const [locked] = await sql`select where pg_try_advisory_xact_lock(${advisoryLocks.tallies})`;
    if (!locked) return false;
    const changed = [await foldPortion(sql)];
    for (const table of ["tallies", "tally_times"]) changed.push(await deleteExpired(sql, table));
    return changed.includes(portion);
  });
}

/** Folds entries, in a transaction that holds the lock. Returns their number. */
async function foldPortion(sql: TransactionSql): Promise<number> {
  const [folded] = await sql`
    with taken as (
      delete from tally_entries
      where ctid = any(array(select ctid from tally_entries limit ${portion}))
      returning *
    ), slotted as materialized (
      select grain, date_bin(grain * interval '1 minute', taken.at, 'epoch') as slot, taken.*
      from taken cross join (values (1::smallint), (30::smallint)) as g(grain)
      where grain > 1 or taken.at > now() - ${minutesKeptHours} * interval '1 hour'
    ), timed as (
      insert into tally_times as t (grain, at, account_id, webhook_id, took, n)
      select grain, slot, account_id, webhook_id, took, count(*)
      from slotted cross join unnest(times) as took
      group by 1, 2, 3, 4, 5
      on conflict (webhook_id, grain, at, took, account_id) do update set n = t.n + excluded.n
    ), counted as (
      insert into tallies as t
        (grain, at, account_id, webhook_id, event, result, cause, status_code, n, last_at)
      select grain, slot, account_id, webhook_id, event, result, cause, status_code, sum(n), max(at)
      from slotted
      group by 1, 2, 3, 4, 5, 6, 7, 8
      on conflict (webhook_id, grain, at, event, result, cause, status_code, account_id)
      do update set n = t.n + excluded.n, last_at = greatest(t.last_at, excluded.last_at)
    )
    select count(*)::int as n from taken`;
  return folded?.n;
}

async function deleteExpired(sql: TransactionSql, table: string): Promise<number> {
  const { count } = await sql`
    delete from ${sql(table)} where ctid = any(array(
      select ctid from ${sql(table)}
      where grain = 1 and at < now() - ${minutesKeptHours} * interval '1 hour' limit ${portion}))`;
  return count;
}
