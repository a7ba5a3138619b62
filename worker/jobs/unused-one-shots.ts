import type { Sql } from "@/db/client";

/** Rows deleted in one run at most. Not measured. */
const limit = 1000;

/** Deletes webhooks of one-shot callbacks that were unused for 5 minutes and have no waiting deliveries. */
export async function deleteUnusedOneShots(sql: Sql): Promise<void> {
  await sql`
    delete from webhooks where id = any(array(
      select id from webhooks w
      where w.one_shot and w.updated_at < now() - interval '5 minutes'
        and not exists (select from queue q where q.webhook_id = w.id)
      order by w.updated_at limit ${limit} for update skip locked))`;
}
