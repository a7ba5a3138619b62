import type { Sql } from "@/db/client";

/** Clears away sessions that ended, and failed sign-ins that count no longer. */
export async function forgetSignIns(sql: Sql): Promise<void> {
  await sql`delete from sessions where expires_at < now()`;
  await sql`delete from sign_in_failures where since < now() - interval '1 day'`;
}
