import type { Sql } from "@/db/client";

/** Clears away the figures of days whose log is gone. */
export async function forgetTallies(sql: Sql, oldest: Date): Promise<void> {
  for (const table of ["tallies", "tally_times"]) {
    await sql`delete from ${sql(table)} where grain = 30 and at < ${oldest}`;
  }
}
