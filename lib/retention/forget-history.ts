import type { Sql } from "@/db/client";

const batch = 1000;

/** Clears away what was told of webhooks, alerts, and jobs that ended, before the log that is kept. */
export async function forgetHistory(sql: Sql, oldest: Date): Promise<void> {
  let forgotten = batch;
  while (forgotten === batch) {
    const { count } = await sql`
      delete from operational_events where id = any(array(
        select id from operational_events where created_at < ${oldest}
        order by created_at limit ${batch}))`;
    forgotten = count;
  }
  await sql`delete from alerts where created_at < ${oldest}`;
  await sql`delete from replays where finished_at < ${oldest}`;
}
