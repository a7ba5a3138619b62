import type { Sql } from "@/db/client";

/** Where a webhook pointed once, when the log tells of it no more. */
export async function forgetAddresses(sql: Sql): Promise<void> {
  await sql`
    delete from addresses a
    where not exists (select from webhooks w where w.id = a.webhook_id and w.callback_url = a.url)
      and not exists (
        select from deliveries d where d.webhook_id = a.webhook_id and d.callback_url = a.url)`;
}
