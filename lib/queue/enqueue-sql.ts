import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { deliveries, queue } from "@/db/schema/deliveries";
import { events } from "@/db/schema/events";
import { audiences, fanOuts } from "@/db/schema/fan-outs";
import { receivers, webhooks } from "@/db/schema/webhooks";
import { arrayText, divider, separatedJson } from "./array-text";
import {
  accountInFlight,
  type Capacity,
  capacityColumns,
  capacityJson,
  inFlightOf,
  isOwned,
  isRestricted,
  overCapacity,
  rankedByAccount,
  sharedColumns,
} from "./capacity";
import { dueNow } from "./due-now";
import { leaseSql } from "./lease";
import { snapshotJson } from "./leased-delivery";
import type { IdentifiedEvent } from "./new-event";
import { stopped } from "./parking";

/** Subscribed webhooks beyond which the deliveries of an event are created in the background. */
const fanOutLimit = 500;
/** Deliveries to subscribers that one statement creates at most: about 150 ms of work, during which its callers wait. */
const deliveriesLimit = 5000;

/** Returns the values of the statement: the columns of `input`, each with an element for every event, and the capacity. */
export function insertionValues(input: IdentifiedEvent[], capacity: Capacity) {
  return {
    ids: arrayText(input.map(({ id }) => id)),
    accountIds: arrayText(input.map(({ accountId }) => accountId)),
    events: arrayText(input.map(({ event }) => event)),
    data: separatedJson(input.map(({ data }) => data)),
    subjects: arrayText(input.map(({ subject }) => subject)),
    testsOf: arrayText(input.map(({ testOf }) => testOf)),
    onlyTo: arrayText(input.map(({ onlyTo }) => onlyTo)),
    oneShots: arrayText(input.map(({ oneShot }) => oneShot)),
    traceparents: arrayText(input.map(({ traceparent }) => traceparent)),
    tracestates: arrayText(input.map(({ tracestate }) => tracestate)),
    capacity: JSON.stringify(capacityJson(capacity)),
  };
}
export type InsertionValues = ReturnType<typeof insertionValues>;
/** Returns the SQL of a value: the value as a parameter, or a placeholder for it. */
type Given = (name: keyof InsertionValues) => SQLWrapper;

/**
 * Returns the statement that stores events, their deliveries and their queue rows, and leases as many rows to this
 * process as its capacity allows. It answers with one row: the deliveries created, and the snapshots of the webhooks whose
 * deliveries are leased. Rows over capacity go to lane 1 at once, and so do rows of webhooks that are slow, rate limited
 * or recovering.
 *
 * The number of deliveries is bounded: larger fan-outs are left to the background (`fan-out.ts`), with a frozen list of
 * their webhooks. Small ones are created first, so that they never wait for large ones of other accounts.
 */
export function insertion(given: Given): SQL {
  return sql`
    with ${columns(given)}, inserted_events as (
      insert into ${events} (id, account_id, name, data, subject, test, traceparent, tracestate)
      select id, account_id, event, data, subject, test_of is not null, traceparent, tracestate from input
    ), ${planning}, ${deferral}, ${matching(given)}, ${sql.raw(stopped("matched"))}, ${ranking}, logged as (
      insert into ${deliveries} (id, account_id, event_id, webhook_id, one_shot, event,
        callback_url, trigger)
      select delivery_id, account_id, event_id, webhook_id, one_shot, event, callback_url, trigger
      from classified
    ), queued as (
      insert into ${queue} (delivery_id, event_id, webhook_id, account_id, trigger, lane, leased, attempt, lease,
        step, due_at)
      select delivery_id, event_id, webhook_id, account_id, trigger, goes_to_lane1::int, claimed, claimed::int,
        claimed::int, (claimed and scheduled)::int,
        -- In a transaction, now() is its start, and the lease would be shorter than the worker believes.
        case when claimed then clock_timestamp() + ${sql.raw(leaseSql("deadline_seconds"))}
          when parked then 'infinity' else ${sql.raw(dueNow)} end
      from classified
    )
    select (extract(epoch from now()::timestamptz(3)) * 1000)::float8 as "createdMs",
      (
        select json_agg(json_build_array(n, delivery_id, case when claimed then webhook_id end, parked))
        from classified
      ) as made,
      (select json_agg(json_build_array(n, size)) from plan where not inline) as deferred,
      (select json_agg(distinct webhook_id) from classified where goes_to_lane1) as lane1_webhooks,
      (select bool_or(not claimed and not goes_to_lane1 and not parked) from classified) as left,
      (
        select json_agg(${sql.raw(snapshotJson)})
        from ${webhooks} w left join ${receivers} r on r.webhook_id = w.id
        where w.id in (select webhook_id from classified where claimed)
      ) as targets`;
}

/** SQL for `input`: the events, sent as a text for each column. Reading them as JSON took 16 of the 94 µs that an event cost. */
function columns(given: Given): SQL {
  return sql`
    input as materialized (
      select * from unnest(${given("ids")}::uuid[], ${given("accountIds")}::uuid[],
        ${given("events")}::text[], string_to_array(${given("data")}::text, ${sql.raw(divider)}),
        ${given("subjects")}::text[],
        ${given("testsOf")}::uuid[], ${given("onlyTo")}::uuid[], ${given("oneShots")}::uuid[],
        ${given("traceparents")}::text[], ${given("tracestates")}::text[])
        with ordinality as g(id, account_id, event, data, subject, test_of, only_to, one_shot_id, traceparent, tracestate, n)
    )`;
}

const isForAll = sql.raw("test_of is null and only_to is null");

/** SQL for `subscribers`, the subscribed webhooks, and `plan`, the events whose deliveries this statement creates. */
const planning = sql`
    subscribers as materialized (
      select p.account_id, p.event, w.id as webhook_id
      from (select distinct account_id, event from input where ${isForAll}) p
        join ${webhooks} w on w.account_id = p.account_id and not w.one_shot and w.events @> array[p.event]
    ), sizes as materialized (
      select account_id, event, count(*)::int as size from subscribers group by account_id, event
    ), plan as materialized (
      select g.n, g.id as event_id, g.account_id, g.event, s.size,
        s.size <= ${fanOutLimit} and sum(s.size) over (order by s.size, g.n) <= ${deliveriesLimit} as inline
      from input g join sizes s on s.account_id = g.account_id and s.event = g.event
      where ${isForAll}
    ), ways as materialized (
      select account_id, event, bool_or(inline) as some_inline, bool_or(not inline) as some_deferred
      from plan group by account_id, event
    )`;

/** SQL that stores the fan-outs left to the background, each with its frozen audience. */
const deferral = sql`
    frozen as materialized (
      select new_id() as id, s.account_id, s.event, array_agg(s.webhook_id order by s.webhook_id) as webhook_ids
      from subscribers s
      where ((s.account_id, s.event) in (select account_id, event from ways where some_deferred)) is true
      group by s.account_id, s.event
    ), kept as (
      insert into ${audiences} (id, account_id, webhook_ids) select id, account_id, webhook_ids from frozen
    ), deferred as (
      insert into ${fanOuts} (event_id, account_id, event, audience_id, size)
      select p.event_id, p.account_id, p.event, f.id, p.size
      from plan p join frozen f on f.account_id = p.account_id and f.event = p.event
      where not p.inline
    )`;

/**
 * SQL for `matched`: one row for each delivery to create. Webhooks are looked up once for each account and event type,
 * however many events there are.
 * The full join has the rows of an inner one: each event of `plan` has an audience, and each audience an event. See README.md.
 * Rows are leased in the order of `plan`, which a hash does not keep.
 */
function matching(given: Given): SQL {
  const facts = sql`w.id as webhook_id, w.one_shot, w.callback_url, w.deadline_seconds, w.max_concurrency,
    w.paused_at is not null as paused, ${sql.raw(isRestricted)} as restricted,
    b.remaining is null and w.last_triggered_at is null as is_new, b.*, a.*`;
  const about = sql`left join ${receivers} r on r.webhook_id = w.id
    cross join capacity cross join lateral ${sql.raw(inFlightOf("w.id"))} b
    cross join lateral ${sql.raw(accountInFlight("w.account_id"))} a`;
  return sql`
    capacity as materialized (
      select ${sql.raw(capacityColumns)}
      from (select ${given("capacity")}::text::jsonb as entry offset 0) source
    ), audience as materialized (
      select s.account_id, s.event, ${facts}
      from subscribers s
        join ${webhooks} w on w.id = s.webhook_id
        ${about}
      where ((s.account_id, s.event) in (select account_id, event from ways where some_inline)) is true
    ), addressed as materialized (
      select g.n as place, ${facts}
      from input g
        cross join lateral (
          select * from ${webhooks}
          where id in (g.test_of, g.only_to, g.one_shot_id) and account_id = g.account_id offset 0
        ) w
        ${about}
      where not (${isForAll}) or g.one_shot_id is not null
    ), matched as materialized (
      (select p.n, p.event_id, true as scheduled, a.*
        from (select * from plan where inline) p
          full join audience a on a.account_id = p.account_id and a.event = p.event
        order by p.size, p.n)
      union all
      select g.n, g.id, g.test_of is null, g.account_id, g.event, d.webhook_id, d.one_shot, d.callback_url,
        d.deadline_seconds, d.max_concurrency, d.paused, d.restricted, d.is_new, d.leased_here, d.in_lane, d.remaining, d.responds,
        d.account_in_lane, d.account_new, d.account_waiting
      from input g join addressed d on d.place = g.n
    )`;
}

/** SQL for the matched rows with the columns of `rankedByAccount`. */
const matchedRows = `
  select matched.*, new_id() as delivery_id, case when scheduled then 'event' else 'test' end as trigger,
    scheduled and s.id is not null as parked, ${sharedColumns}, capacity.row_limit,
    ${isOwned("webhook_id")} as owned,
    row_number() over () as nth, row_number() over (partition by webhook_id) as place
  from matched cross join capacity left join stopped s on s.id = matched.webhook_id`;

/** SQL for `classified`: each delivery with its id, whether it is leased at once, and whether it goes to lane 1. */
const ranking = sql`
    classified as materialized (
      select *, fits and nth <= row_limit as claimed,
        scheduled and not paused and (restricted or (row_limit > 0 and owned and not fits)) as goes_to_lane1
      from (
        select *, owned and not (scheduled and (paused or restricted)) and not ${sql.raw(overCapacity)} as fits
        from (${sql.raw(rankedByAccount(matchedRows, "nth"))}) ranked
      ) fitted
    )`;
