import { connectSql } from "@/db/client";

const limitMs = 5000;

/** Records in the database that a backup was written, which the metrics show. */
export async function recordBackup(url: string, tookMs: number): Promise<void> {
  const sql = connectSql(url, 1, { limitMs });
  try {
    await sql`
      insert into chores (name, took_ms, succeeded) values ('backup', ${Math.round(tookMs)}, true)
      on conflict (name) do update set ran_at = now(), took_ms = excluded.took_ms`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
