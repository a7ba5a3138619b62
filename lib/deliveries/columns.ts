import { getTableColumns, sql } from "drizzle-orm";
import { deliveries, queue } from "@/db/schema/deliveries";

/** A delivery as it is shown: the log's row, and what the queue knows of its next attempt. */
export const deliveryColumns = {
  ...getTableColumns(deliveries),
  sending: sql<boolean>`coalesce(${queue.leased}, false)`,
  nextAttemptAt: sql<Date | null>`case
    when ${queue.leased} or ${queue.dueAt} = 'infinity' then null else ${queue.dueAt} end`.mapWith(
    queue.dueAt,
  ),
};
