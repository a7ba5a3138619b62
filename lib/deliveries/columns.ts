import { getTableColumns, sql } from "drizzle-orm";
import { deliveries, queue } from "@/db/schema/deliveries";
import { events } from "@/db/schema/events";
import { receivers } from "@/db/schema/webhooks";

/** Columns of a delivery: the row of the log, the subject of its event, and its next attempt from the queue. */
export const deliveryColumns = {
  ...getTableColumns(deliveries),
  subject: events.subject,
  webhookId: sql<
    string | null
  >`case when not ${deliveries.oneShot} then ${deliveries.webhookId} end`,
  sending: sql<boolean>`coalesce(${queue.leased}, false)`,
  // While the circuit is open, attempts wait until the cool-down ends, except for resends.
  nextAttemptAt: sql<Date | null>`case
    when ${queue.leased} or ${queue.dueAt} = 'infinity' then null
    when ${queue.trigger} in ('test', 'resend') then ${queue.dueAt}
    else greatest(${queue.dueAt}, (
      select open_until from ${receivers} r where r.webhook_id = ${queue.webhookId}
    )) end`.mapWith(queue.dueAt),
};
