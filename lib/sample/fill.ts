import type { TransactionSql } from "postgres";
import { connectSql, type Sql } from "@/db/client";
import { advisoryLocks } from "@/db/locks";
import { sampleAccount } from "@/lib/accounts/sample-account";
import { rebuildWithin } from "@/lib/tallies/rebuild";
import { generateAttempts, generateDeliveries, generateEvents } from "./generate-log";
import type { Volume } from "./volume";
import { writeHistory } from "./write-history";
import {
  createPastPartitions,
  writeAttempts,
  writeDeliveries,
  writeEvents,
  writeQueue,
} from "./write-log";
import { writeHealth, writeWebhooks } from "./write-webhooks";

/** Adds the sample data, all or nothing. Returns false when it exists, or when another account has its name. */
export async function fillSample(url: string, volume: Volume): Promise<boolean> {
  const sql = connectSql(url, 1, { limitMs: null, settings: { work_mem: "128MB" } });
  try {
    // Held until the connection ends. `isBeingAdded` in operations.ts looks for it.
    await sql`select pg_advisory_lock(${advisoryLocks.sample})`;
    await createPastPartitions(url, volume.days);
    const filled = await begin(sql, volume);
    // Updates statistics for the new size of the log. Vacuum is left to the database: it would take as long as all inserts
    // and changes no answer.
    if (filled) await sql`analyze deliveries, attempts, events, queue`;
    return filled;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function begin(sql: Sql, volume: Volume): Promise<boolean> {
  return sql.begin(async (sql) => {
    const { id, name } = sampleAccount;
    const { count } = await sql`
      insert into accounts (id, name, created_at) values (${id}, ${name}, now() - interval '60 days')
      on conflict do nothing`;
    if (count === 1) await fill(sql, volume);
    return count === 1;
  });
}

async function fill(sql: TransactionSql, volume: Volume): Promise<void> {
  await createFunctions(sql);
  await writeWebhooks(sql);
  await generateEvents(sql, volume);
  await writeEvents(sql);
  await generateDeliveries(sql);
  await generateAttempts(sql);
  await writeDeliveries(sql);
  await writeAttempts(sql);
  await writeQueue(sql);
  await writeHealth(sql);
  await writeHistory(sql);
  await rebuildWithin(sql, { accountId: sampleAccount.id });
}

/** Creates random functions for one session. The same seeds give the same sample everywhere. */
async function createFunctions(sql: TransactionSql): Promise<void> {
  await sql`
    create or replace function pg_temp.pseudo_random(seed bigint, salt int) returns float8
    language sql immutable parallel safe
    as $$ select (hashint8extended(seed, salt) & 2147483647) / 2147483648.0 $$`;
  await sql`
    create or replace function pg_temp.uuid4_of(name text) returns text
    language sql immutable parallel safe
    as $$ select substr(m, 1, 8) || '-' || substr(m, 9, 4) || '-4' || substr(m, 13, 3) || '-8' || substr(m, 16, 3)
      || '-' || substr(m, 19, 12) from md5(name) as m $$`;
  await sql`
    create or replace function pg_temp.uuid7_of(at timestamptz, name text) returns uuid
    language sql immutable parallel safe
    as $$ select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0')
      || '7' || substr(md5(name), 1, 3) || '8' || substr(md5(name), 4, 15))::uuid $$`;
}
