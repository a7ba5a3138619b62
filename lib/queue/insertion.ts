import { type SQL, sql } from "drizzle-orm";
import { deliveries, queue } from "@/db/schema/deliveries";
import { events } from "@/db/schema/events";
import { receivers, webhooks } from "@/db/schema/webhooks";
import { targetJson } from "./claimed";
import type { Happening } from "./happening";
import { busyOf, busyWith, crowded, leaseMarginSeconds, type Room } from "./room";

type Given = Happening & { id: string };

/**
 * The one statement that stores events, their deliveries and their queue rows. It answers with one row: what was
 * made, and the targets of what is claimed from the start, as far as there is room. What this process has no room
 * for waits in lane 1 at once, like all of a webhook that is served apart.
 */
export function insertion(given: Given[], room: Room): SQL {
  return sql`
    with ${columns(given)}, told as (
      insert into ${events} (id, account_id, name, data, subject, test)
      select id, account_id, event, data, subject, test_of is not null from given
    ), ${matching(room)}, ${ranking}, logged as (
      insert into ${deliveries} (id, account_id, event_id, webhook_id, one_shot, event,
        callback_url, trigger)
      select delivery_id, account_id, event_id, webhook_id, one_shot, event, callback_url, trigger
      from listening
    ), queued as (
      insert into ${queue} (delivery_id, event_id, webhook_id, trigger, lane, leased, attempt, step, due_at)
      select delivery_id, event_id, webhook_id, trigger, aside::int, claimed, claimed::int,
        (claimed and scheduled)::int,
        case when claimed then now() + (deadline_seconds + ${leaseMarginSeconds}) * interval '1 second'
          when parked then 'infinity' else now() end
      from listening
    )
    select (extract(epoch from now()::timestamptz(3)) * 1000)::float8 as "createdMs",
      (
        select json_agg(json_build_array(n, delivery_id, case when claimed then webhook_id end))
        from listening
      ) as made,
      (select json_agg(distinct webhook_id) from listening where aside) as aside,
      (select bool_or(not claimed and not aside and not parked) from listening) as left,
      (
        select json_agg(${sql.raw(targetJson)})
        from ${webhooks} w left join ${receivers} r on r.webhook_id = w.id
        where w.id in (select webhook_id from listening where claimed)
      ) as targets`;
}

/** Arrays, for Postgres reads them in a fraction of the time that JSON takes. */
function columns(given: Given[]): SQL {
  const all = (of: (one: Given) => string | undefined) =>
    sql.param(given.map((one) => of(one) ?? null));
  return sql`
    given as materialized (
      select * from unnest(${all(({ id }) => id)}::uuid[], ${all(({ accountId }) => accountId)}::uuid[],
        ${all(({ event }) => event)}::text[], ${all(({ data }) => data)}::text[],
        ${all(({ subject }) => subject)}::text[], ${all(({ testOf }) => testOf)}::uuid[],
        ${all(({ onlyTo }) => onlyTo)}::uuid[], ${all(({ oneShot }) => oneShot)}::uuid[])
        with ordinality as g(id, account_id, event, data, subject, test_of, only_to, one_shot_id, n)
    )`;
}

/**
 * Who is told what. Webhooks are looked up once for each account and event name, however many events there are.
 * One that is served apart from others goes by the lanes, which see to that.
 */
function matching(room: Room): SQL {
  const facts = sql`w.id as webhook_id, w.one_shot, w.callback_url, w.deadline_seconds, w.max_concurrency,
    w.paused_at is not null as paused,
    w.rate_per_second is not null or r.slow_since is not null or r.open_until is not null as apart, b.*`;
  const about = sql`left join ${receivers} r on r.webhook_id = w.id
    cross join offer cross join lateral ${sql.raw(busyWith("w.id"))} b`;
  return sql`
    offer as materialized (
      select ${room.slots}::int as slots, ${room.limit}::int as row_limit,
        ${JSON.stringify(busyOf(room))}::text::jsonb as busy
    ), audience as materialized (
      select p.account_id, p.event, ${facts}
      from (select distinct account_id, event from given where ${isForAll}) p
        join ${webhooks} w on w.account_id = p.account_id and not w.one_shot and w.events @> array[p.event]
        ${about}
    ), addressed as materialized (
      select g.n as place, ${facts}
      from given g
        join ${webhooks} w on w.id in (g.test_of, g.only_to, g.one_shot_id) and w.account_id = g.account_id
        ${about}
      where not (${isForAll}) or g.one_shot_id is not null
    ), matched as (
      select g.n, g.id as event_id, g.test_of, a.*
      from given g join audience a on a.account_id = g.account_id and a.event = g.event
      where ${isForAll}
      union all
      select g.n, g.id, g.test_of, g.account_id, g.event, d.webhook_id, d.one_shot, d.callback_url,
        d.deadline_seconds, d.max_concurrency, d.paused, d.apart, d.held, d.in_lane, d.room
      from given g join addressed d on d.place = g.n
    )`;
}

const isForAll = sql.raw("test_of is null and only_to is null");

const ranking = sql`
    listening as materialized (
      select *, fits and nth <= row_limit as claimed,
        scheduled and not parked and (apart or (row_limit > 0 and not fits)) as aside
      from (
        select *, not parked and not (scheduled and apart) and not ${sql.raw(crowded)} as fits
      from (
        select matched.*, new_id() as delivery_id, test_of is null as scheduled,
          case when test_of is null then 'event' else 'test' end as trigger,
          paused and test_of is null as parked, offer.slots, offer.row_limit,
          row_number() over () as nth,
          row_number() over (partition by webhook_id) as place,
          row_number() over (partition by room is not null) as turn
        from matched cross join offer
      ) ranked) judged
    )`;
