import type { Sql } from "@/db/client";
import { newId, noteDatabaseTime } from "@/lib/new-id";
import { arrayText, divider, separatedJson } from "./array-text";
import {
  accountInFlight,
  accountThreshold,
  type Capacity,
  capacityJson,
  inFlightOf,
  isOwned,
  isRestricted,
} from "./capacity";
import { dueNow } from "./due-now";
import { claimedDelivery, type Enqueued, storedEvent } from "./enqueue";
import { leaseSql } from "./lease";
import { registeredSnapshotJson, type WebhookSnapshot } from "./leased-delivery";
import type { NewEvent } from "./new-event";
import { staysPaused } from "./parking";

/** Events of one statement. Webhooks are looked up for each event, which costs more than it saves for larger groups. Not measured. */
const eventLimit = 8;
/** Deliveries of one statement. Larger fan-outs are ranked, and those to more than 500 webhooks left to the background. */
const deliveryLimit = 50;

type Row = {
  createdMs: number;
  /** False when nothing was stored. */
  isRoomy: boolean;
  /** The rest is null when no webhook is subscribed. */
  n: number | null;
  deliveryId: string;
  webhookId: string;
  claimed: boolean;
  parked: boolean;
  goesToLane1: boolean;
  /** Null unless the delivery is leased. */
  target: WebhookSnapshot | null;
};

/**
 * Stores a few events as `enqueue` does, by a statement of half the cost: most events are published alone, while
 * there is room for all their deliveries. Then nothing has to be ranked, left to the background or joined for many
 * events at once. Returns null, and stores nothing, when that is not so.
 */
export async function enqueueSmall(
  sql: Pick<Sql, "unsafe">,
  newEvents: NewEvent[],
  capacity: Capacity,
): Promise<Enqueued | null> {
  const input = newEvents.map((newEvent) => ({ id: newId(), ...newEvent }));
  const { limit, slots, memoryLeft, newTargetLimit, inFlight, accounts, shards } =
    capacityJson(capacity);
  const claimedAt = performance.now();
  const values = [
    arrayText(input.map(({ id }) => id)),
    arrayText(input.map(({ accountId }) => accountId)),
    arrayText(input.map(({ event }) => event)),
    separatedJson(input.map(({ data }) => data)),
    arrayText(input.map(({ subject }) => subject)),
    arrayText(input.map(({ traceparent }) => traceparent)),
    arrayText(input.map(({ tracestate }) => tracestate)),
    limit,
    slots,
    memoryLeft,
    newTargetLimit,
    inFlight,
    accounts,
    shards ?? null,
  ];
  const rows = await sql.unsafe<Row[]>(statement, values, { prepare: true });
  const [first] = rows;
  if (!first?.isRoomy) return null;
  noteDatabaseTime(first.createdMs);
  const createdAt = new Date(first.createdMs);
  const events = input.map((one) => storedEvent(one, createdAt));
  const made = rows.filter(({ n }) => n !== null);
  const claimed = made.flatMap(({ n, deliveryId, claimed, parked, target }) => {
    const [newEvent, stored] = [input[Number(n) - 1], events[Number(n) - 1]];
    stored?.deliveryIds.push(deliveryId);
    if (stored && parked) stored.parked += 1;
    else if (stored && !claimed) stored.waiting += 1;
    return newEvent && target
      ? [claimedDelivery(newEvent, target, { deliveryId, now: createdAt, claimedAt })]
      : [];
  });
  const inLane1 = made.filter(({ goesToLane1 }) => goesToLane1);
  return {
    events,
    claimed,
    lane1Webhooks: [...new Set(inLane1.map(({ webhookId }) => webhookId))],
    isLeft: made.some(({ claimed, goesToLane1, parked }) => !claimed && !goesToLane1 && !parked),
    isDeferred: false,
    accountIds: [...new Set(newEvents.map(({ accountId }) => accountId))],
  };
}

/** Returns whether events can be stored by `enqueueSmall` if there is room. `cost` is the number of rows expected. */
export function isSmall(newEvents: NewEvent[], cost: number): boolean {
  return newEvents.length <= eventLimit && cost <= deliveryLimit && !newEvents.some(isAddressed);
}

function isAddressed({ testOf, onlyTo, oneShot }: NewEvent): boolean {
  return testOf !== undefined || onlyTo !== undefined || oneShot !== undefined;
}

/**
 * True for a row that `overCapacity` would accept at any position among the `total` rows of the statement. Where a
 * position counts there, all rows count here.
 */
const isRoomy = `
  total <= row_limit and 2 * total <= memory_left - account_waiting + 1 and case
    when remaining is not null then total <= remaining
    else (not is_new or (coalesce(leased_here, 0) + total = 1 and account_new < new_target_limit)) and total <= slots
      and coalesce(in_lane, 0) + total <= greatest(1, (slots - total) / 8)
      and account_in_lane + total <= greatest(1, ${accountThreshold} * (slots - total))
      and coalesce(leased_here, 0) + total <= max_concurrency end`;

/** The capacity as parameters: the planner puts them where they are used, so that no node of the plan reads them. */
const capacity = `(
  select $8::int as row_limit, $9::int as slots, $10::int as memory_left, $11::int as new_target_limit,
    $12::jsonb as in_flight, $13::jsonb as accounts, $14::jsonb as shards) capacity`;

/**
 * Webhooks and receivers are looked up by index whatever the size of their tables: see README.md. Each node of the plan
 * costs about as much to start as to run, so there are as few as possible.
 */
const statement = `
  with input as materialized (
    select * from unnest($1::uuid[], $2::uuid[], $3::text[], string_to_array($4::text, ${divider}), $5::text[], $6::text[], $7::text[])
      with ordinality as g(id, account_id, event, data, subject, traceparent, tracestate, n)
  ), matched as materialized (
    select g.n, g.id as event_id, g.event, w.*, true as scheduled, b.remaining is null and w.is_unused as is_new,
      ${isOwned("w.webhook_id")} as owned, b.*, a.*
    from input g
      cross join lateral (
        select w.id as webhook_id, w.account_id, w.callback_url, w.deadline_seconds, w.max_concurrency,
          w.last_triggered_at is null as is_unused, w.paused_at is not null as paused,
          ${isRestricted} as restricted,
          ${registeredSnapshotJson} as target
        from webhooks w left join lateral (select * from receivers where webhook_id = w.id limit 1) r on true
        where w.account_id = g.account_id and not w.one_shot and w.events @> array[g.event]
        limit ${deliveryLimit + 1}
      ) w
      cross join ${capacity}
      cross join lateral ${inFlightOf("w.webhook_id")} b
      cross join lateral ${accountInFlight("w.account_id")} a
    limit ${deliveryLimit + 1}
  ), room as materialized (
    select coalesce(
      bool_and(total <= ${deliveryLimit} and (row_limit = 0 or not owned or paused or restricted or ${isRoomy})), true) as is_roomy
    from matched cross join (select count(*)::int as total from matched) counted cross join ${capacity}
  ), classified as materialized (
    select m.*, new_id() as delivery_id, paused and ${staysPaused("m.webhook_id")} as parked,
      not paused and not restricted and owned and row_limit > 0 as claimed, not paused and restricted as goes_to_lane1
    from matched m cross join ${capacity}
    where (select is_roomy from room)
  ), inserted_events as (
    insert into events (id, account_id, name, data, subject, test, traceparent, tracestate)
    select id, account_id, event, data, subject, false, traceparent, tracestate from input where (select is_roomy from room)
  ), logged as (
    insert into deliveries (id, account_id, event_id, webhook_id, one_shot, event, callback_url, trigger)
    select delivery_id, account_id, event_id, webhook_id, false, event, callback_url, 'event' from classified
  ), queued as (
    insert into queue (delivery_id, event_id, webhook_id, account_id, trigger, lane, leased, attempt, lease, step,
      due_at)
    select delivery_id, event_id, webhook_id, account_id, 'event', goes_to_lane1::int, claimed, claimed::int,
      claimed::int, claimed::int, case
        when claimed then now() + ${leaseSql("deadline_seconds")}
        when parked then 'infinity' else ${dueNow} end
    from classified
  )
  select (extract(epoch from now()::timestamptz(3)) * 1000)::float8 as created_ms, room.is_roomy, c.n::int,
    c.delivery_id, c.webhook_id, c.claimed, c.parked, c.goes_to_lane1, case when c.claimed then c.target end as target
  from room left join classified c on true`;
