import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Database } from "@/db/client";
import type { EventName } from "@/db/enums";
import { deliveries, queue } from "@/db/schema/deliveries";
import { events } from "@/db/schema/events";
import { webhooks } from "@/db/schema/webhooks";
import { wake } from "./wake";

export type Happening = {
  accountId: string;
  event: EventName;
  /** JSON text, sent on byte for byte. */
  data: string;
  /** The `videoId` or `avatarId` in it. */
  subject: string;
  /** To this webhook only, once, as a test. */
  testOf?: string;
};

/**
 * Stores the event with one delivery and one queue row for each webhook that listens, in one statement:
 * together or not at all. Wakes the workers only after the commit.
 */
export async function enqueue(db: Database, happening: Happening) {
  const id = uuidv7();
  const rows = await db.execute<{ created_ms: number; delivery_ids: string[] }>(
    statement(id, happening),
  );
  wake(db);
  const [{ created_ms = 0, delivery_ids = [] } = {}] = rows;
  return { id, event: happening.event, createdAt: new Date(created_ms), deliveryIds: delivery_ids };
}

function statement(id: string, { accountId, event, data, subject, testOf }: Happening) {
  const trigger = testOf ? "test" : "event";
  const listens = testOf ? sql`w.id = ${testOf}::uuid` : sql`w.events @> array[${event}]::text[]`;
  return sql`
    with told as (
      insert into ${events} (id, account_id, name, data, subject, test)
      values (${id}::uuid, ${accountId}::uuid, ${event}, ${data}, ${subject}, ${testOf !== undefined})
      returning created_at
    ), listening as (
      select new_id() as delivery_id, w.id as webhook_id, w.callback_url,
        w.paused_at is not null and ${trigger} = 'event' as parked
      from ${webhooks} w where w.account_id = ${accountId}::uuid and ${listens}
    ), logged as (
      insert into ${deliveries} (id, account_id, event_id, webhook_id, event, callback_url, trigger)
      select delivery_id, ${accountId}::uuid, ${id}::uuid, webhook_id, ${event}, callback_url, ${trigger}
      from listening
    ), queued as (
      insert into ${queue} (delivery_id, event_id, webhook_id, trigger, due_at)
      select delivery_id, ${id}::uuid, webhook_id, ${trigger},
        case when parked then 'infinity' else now() end
      from listening
    )
    select (extract(epoch from told.created_at) * 1000)::float8 as created_ms,
      array(select delivery_id::text from listening) as delivery_ids
    from told`;
}
