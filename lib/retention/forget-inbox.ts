import type { Sql } from "@/db/client";

/** What bins of the inbox got is for looking at, not for keeping. */
export async function forgetInbox(sql: Sql): Promise<void> {
  await sql`delete from inbox_requests where received_at < now() - interval '3 days'`;
}
