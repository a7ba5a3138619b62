import type { Sql } from "@/db/client";

const batchRows = 1000;

/** Deletes everything beside the log that has outlived its use. `oldest` is where the kept log begins. */
export async function expire(sql: Sql, oldest: Date): Promise<void> {
  await expireIdempotencyKeys(sql);
  await expireSignIns(sql);
  await sql`delete from inbox_requests where received_at < now() - interval '3 days'`;
  await expireHistory(sql, oldest);
  await expireDryRuns(sql);
  await expireTallies(sql, oldest);
  await expireAddresses(sql);
}

/** Deletes ended sessions, and failed sign-ins that no limit counts any more. */
export async function expireSignIns(sql: Sql): Promise<void> {
  await sql`delete from sessions where expires_at < now()`;
  await sql`delete from sign_in_failures where since < now() - interval '1 day'`;
}

/** Deletes the figures of days whose log is gone. */
export async function expireTallies(sql: Sql, oldest: Date): Promise<void> {
  for (const table of ["tallies", "tally_times"]) {
    await sql`delete from ${sql(table)} where grain = 30 and at < ${oldest}`;
  }
}

/** Deletes idempotency keys after 24 hours. Each new key deletes a few as well; this covers times without new keys. */
async function expireIdempotencyKeys(sql: Sql): Promise<void> {
  await inBatches(
    () => sql`
      delete from idempotency_keys where ctid = any(array(
        select ctid from idempotency_keys where created_at < now() - interval '24 hours'
        order by created_at limit ${batchRows} for update skip locked))`,
  );
}

/** Deletes operational events, and ended alerts and replays, from before the kept log. */
async function expireHistory(sql: Sql, oldest: Date): Promise<void> {
  await inBatches(
    () => sql`
      delete from operational_events where id = any(array(
        select id from operational_events where created_at < ${oldest}
        order by created_at limit ${batchRows}))`,
  );
  await sql`delete from alerts where created_at < ${oldest} and status <> 'pending'`;
  await sql`delete from replays where finished_at < ${oldest}`;
}

/** Deletes dry runs of replays after a day: nothing but their count is read, by the person who is about to replay. */
async function expireDryRuns(sql: Sql): Promise<void> {
  await inBatches(
    () => sql`
      delete from replays where id = any(array(
        select id from replays where dry_run and created_at < now() - interval '1 day'
        order by created_at limit ${batchRows}))`,
  );
}

/** Deletes former addresses of webhooks that no delivery in the log refers to. */
async function expireAddresses(sql: Sql): Promise<void> {
  await sql`
    delete from addresses a
    where not exists (select from webhooks w where w.id = a.webhook_id and w.callback_url = a.url)
      and not exists (
        select from deliveries d where d.webhook_id = a.webhook_id and d.callback_url = a.url)`;
}

async function inBatches(deleteBatch: () => Promise<{ count: number }>): Promise<void> {
  let deleted = batchRows;
  while (deleted === batchRows) deleted = (await deleteBatch()).count;
}
