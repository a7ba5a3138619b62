import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Queries } from "@/db/client";
import type { EventName } from "@/db/enums";
import { deliveries, queue } from "@/db/schema/deliveries";
import { events } from "@/db/schema/events";
import { webhooks } from "@/db/schema/webhooks";

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

/** An event as it was stored. */
export type Told = { id: string; event: EventName; createdAt: Date; deliveryIds: string[] };

type Row = { id: string; created_ms: number; delivery_ids: string[] };

/**
 * Stores events with one delivery and one queue row for each webhook that listens, in one statement:
 * together or not at all.
 */
export async function enqueue(db: Queries, happenings: Happening[]): Promise<Told[]> {
  const given = happenings.map((happening) => ({ ...happening, id: uuidv7() }));
  const rows = await db.execute<Row>(statement(given));
  const stored = new Map(rows.map((row) => [row.id, row]));
  return given.map(({ id, event }) => {
    const { created_ms = 0, delivery_ids = [] } = stored.get(id) ?? {};
    return { id, event, createdAt: new Date(created_ms), deliveryIds: delivery_ids };
  });
}

function statement(given: (Happening & { id: string })[]) {
  return sql`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(given)}::json) as g(
        id uuid, "accountId" uuid, event text, data text, subject text, "testOf" uuid)
    ), told as (
      insert into ${events} (id, account_id, name, data, subject, test)
      select id, "accountId", event, data, subject, "testOf" is not null from given
      returning id, created_at
    ), listening as materialized (
      select new_id() as delivery_id, g.id as event_id, g."accountId" as account_id, g.event,
        case when g."testOf" is null then 'event' else 'test' end as trigger,
        w.id as webhook_id, w.callback_url, w.paused_at is not null and g."testOf" is null as parked
      from given g join ${webhooks} w on w.account_id = g."accountId"
        and case when g."testOf" is null then w.events @> array[g.event] else w.id = g."testOf" end
    ), logged as (
      insert into ${deliveries} (id, account_id, event_id, webhook_id, event, callback_url, trigger)
      select delivery_id, account_id, event_id, webhook_id, event, callback_url, trigger
      from listening
    ), queued as (
      insert into ${queue} (delivery_id, event_id, webhook_id, trigger, due_at)
      select delivery_id, event_id, webhook_id, trigger,
        case when parked then 'infinity' else now() end
      from listening
    )
    select told.id, (extract(epoch from told.created_at) * 1000)::float8 as created_ms,
      array(select delivery_id::text from listening where event_id = told.id) as delivery_ids
    from told`;
}
