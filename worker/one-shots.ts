import type { Sql } from "@/db/client";

const atOnce = 1000;

/** Forgets the targets of one-shot callbacks that nobody used for minutes and nothing waits for. */
export async function forgetOneShots(sql: Sql): Promise<void> {
  await sql`
    delete from webhooks where id = any(array(
      select id from webhooks w
      where w.one_shot and w.updated_at < now() - interval '5 minutes'
        and not exists (select from queue q where q.webhook_id = w.id)
      order by w.updated_at limit ${atOnce} for update skip locked))`;
}
