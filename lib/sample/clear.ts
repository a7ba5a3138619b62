import type { TransactionSql } from "postgres";
import { connectSql } from "@/db/client";
import { advisoryLocks } from "@/db/locks";
import { sampleAccount } from "@/lib/accounts/sample-account";

/**
 * Removes all sample data and nothing else. Waits until it has been added, if that is under way. Returns false when there is
 * none.
 */
export async function clearSample(url: string): Promise<boolean> {
  const sql = connectSql(url, 1, { limitMs: null });
  try {
    const removed = await sql.begin(async (sql) => {
      const isThere = await findAccount(sql);
      if (isThere) await clear(sql);
      return isThere;
    });
    // Requests that found the account may have published to it until it was gone.
    await sql.begin(async (sql) => {
      if (!(await findAccount(sql))) await clearLog(sql);
    });
    return removed;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * Locks the sample account and returns whether it exists. Locks its keys, replays and webhooks first: rotating a key and pausing a
 * webhook lock these, then the account, so the two never deadlock.
 */
async function findAccount(sql: TransactionSql): Promise<boolean> {
  const { id } = sampleAccount;
  // Shared, because only the exclusive lock means that sample data is being added.
  await sql`select pg_advisory_xact_lock_shared(${advisoryLocks.sample})`;
  for (const table of ["api_keys", "replays", "webhooks"]) {
    await sql`select from ${sql(table)} where account_id = ${id} order by id for update`;
  }
  const [account] = await sql`select from accounts where id = ${id} for update`;
  return account !== undefined;
}

async function clear(sql: TransactionSql): Promise<void> {
  const { id } = sampleAccount;
  await clearLog(sql);
  await sql`delete from audit_log where account_id = ${id}`;
  // Webhooks, secrets, keys and jobs are deleted with their account.
  await sql`delete from accounts where id = ${id}`;
}

/** Deletes the rows that outlive their account. */
async function clearLog(sql: TransactionSql): Promise<void> {
  const { id } = sampleAccount;
  await sql`
    create temp table sample_ids on commit drop as select id from deliveries where account_id = ${id}`;
  await sql`delete from queue where account_id = ${id}`;
  await sql`delete from attempts a using sample_ids s where a.delivery_id = s.id`;
  await sql`delete from deliveries where account_id = ${id}`;
  for (const table of ["tallies", "tally_times", "tally_entries"]) {
    await sql`delete from ${sql(table)} where account_id = ${id}`;
  }
  await sql`delete from events where account_id = ${id}`;
}
