import { getTableColumns, sql } from "drizzle-orm";
import { attempts, deliveries, queue } from "@/db/schema/deliveries";
import { events } from "@/db/schema/events";
import { receivers, webhooks } from "@/db/schema/webhooks";

/** Due time of a test or a resend. Over capacity, the column has a day before it, see `hasTrueDueTime`. */
const trueDueTime = sql`${queue.dueAt} + interval '1 day' *
  (${queue.lane} = 1 and ${queue.dueAt} <= now() - interval '1 day')::int`;

/** Columns of a delivery: the row of the log, the subject of its event, and its next attempt from the queue. */
export const deliveryColumns = {
  ...getTableColumns(deliveries),
  subject: events.subject,
  webhookId: sql<
    string | null
  >`case when not ${deliveries.oneShot} then ${deliveries.webhookId} end`,
  sending: sql<boolean>`coalesce(${queue.leased}, false)`,
  // Tests and resends wait neither for a paused webhook nor for the cool-down of an open circuit. Rows of a paused webhook
  // are parked one by one, so many still have a due time.
  nextAttemptAt: sql<Date | null>`case
    when ${queue.leased} or ${queue.dueAt} = 'infinity' then null
    when ${queue.trigger} in ('test', 'resend') then ${trueDueTime}
    when (select paused_at from ${webhooks} w where w.id = ${queue.webhookId}) is not null then null
    else greatest(${queue.dueAt}, (
      select open_until from ${receivers} r where r.webhook_id = ${queue.webhookId}
    )) end`.mapWith(queue.dueAt),
  /** Time of the statement by the clock of the database, which due times are of. */
  readAt: sql<Date>`now()`.mapWith(queue.dueAt),
};

/** Columns of an attempt in a log. Leaves out its response of up to 16 KiB: a delivery may have been resent very often. */
export const attemptColumns = {
  number: attempts.number,
  trigger: attempts.trigger,
  startedAt: attempts.startedAt,
  durationMs: attempts.durationMs,
  statusCode: attempts.statusCode,
  cause: attempts.cause,
  error: attempts.error,
  dnsMs: attempts.dnsMs,
  connectMs: attempts.connectMs,
  tlsMs: attempts.tlsMs,
  firstByteMs: attempts.firstByteMs,
};
