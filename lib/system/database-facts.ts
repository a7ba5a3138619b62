import { sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import journal from "@/db/migrations/meta/_journal.json";

/** Returns latency, size and migrations of the database. */
export async function databaseFacts(db: Queries) {
  const askedAt = performance.now();
  const askedTime = Date.now();
  const [clock] = await db.execute<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  const latencyMs = performance.now() - askedAt;
  const [facts] = await db.execute<{ bytes: string; applied: number }>(sql`
    select pg_database_size(current_database())::text as bytes,
      (select count(*)::int from drizzle.__drizzle_migrations) as applied`);
  const applied = facts?.applied ?? 0;
  return {
    latencyMs: Math.round(latencyMs * 10) / 10,
    clockSkewMs: Math.round((clock?.ms ?? askedTime) - (askedTime + latencyMs / 2)),
    bytes: Number(facts?.bytes ?? 0),
    migration: journal.entries[Math.min(applied, journal.entries.length) - 1]?.tag ?? "",
    migrationsMissing: Math.max(0, journal.entries.length - applied),
  };
}
