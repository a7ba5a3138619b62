import { getTableColumns, sql } from "drizzle-orm";
import { deliveries, queue } from "@/db/schema/deliveries";
import { receivers } from "@/db/schema/webhooks";

/** A delivery as it is shown: the log's row, and what the queue knows of its next attempt. */
export const deliveryColumns = {
  ...getTableColumns(deliveries),
  webhookId: sql<
    string | null
  >`case when not ${deliveries.oneShot} then ${deliveries.webhookId} end`,
  sending: sql<boolean>`coalesce(${queue.leased}, false)`,
  // A receiver that is given a rest gets nothing before it ends, but for what a person sends.
  nextAttemptAt: sql<Date | null>`case
    when ${queue.leased} or ${queue.dueAt} = 'infinity' then null
    when ${queue.trigger} in ('test', 'resend') then ${queue.dueAt}
    else greatest(${queue.dueAt}, (
      select open_until from ${receivers} r where r.webhook_id = ${queue.webhookId}
    )) end`.mapWith(queue.dueAt),
};
