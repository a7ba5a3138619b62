import type { TransactionSql } from "postgres";
import { connectSql, type Sql } from "@/db/client";
import { rebuild } from "@/lib/tallies/rebuild";
import { sampleAccount } from "./account";
import { makeDice } from "./dice";
import { drawAttempts } from "./draw-attempts";
import { drawEvents } from "./draw-events";
import { drawFates } from "./draw-fates";
import { createPastPartitions } from "./past-days";
import type { Volume } from "./volume";
import { writeEvents } from "./write-events";
import { writeHealth } from "./write-health";
import { writeHistory } from "./write-history";
import { writeAttempts, writeDeliveries, writeQueue } from "./write-log";
import { writeWebhooks } from "./write-webhooks";

/** Adds the sample data, all or nothing. Returns false when it exists, or when another account has its name. */
export async function fillSample(url: string, volume: Volume): Promise<boolean> {
  await createPastPartitions(url, volume.days);
  const sql = connectSql(url, 1, { limitMs: null, settings: { work_mem: "128MB" } });
  try {
    const filled = await begin(sql, volume);
    // Recounts tallies from the log, and updates statistics and indexes for the new size of the log.
    if (filled) {
      await rebuild(sql, { accountId: sampleAccount.id });
      await sql`vacuum (analyze) deliveries, attempts, events, queue`;
    }
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
  await makeDice(sql);
  await writeWebhooks(sql);
  await drawEvents(sql, volume);
  await writeEvents(sql);
  await drawFates(sql);
  await drawAttempts(sql);
  await writeDeliveries(sql);
  await writeAttempts(sql);
  await writeQueue(sql);
  await writeHealth(sql);
  await writeHistory(sql);
}
