import { sql } from "drizzle-orm";
import { receivers, webhooks } from "@/db/schema/webhooks";

/**
 * SQL for the webhooks whose deliveries wait on purpose: they are paused, or their circuit is not closed. Such deliveries
 * do not make the queue late.
 */
export const heldBack = sql`
  select id from ${webhooks} where paused_at is not null
  union all select webhook_id from ${receivers} where open_until is not null`;
