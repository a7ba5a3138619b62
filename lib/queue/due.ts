import type { PendingQuery, Row } from "postgres";
import type { Sql } from "@/db/client";
import { busyOf, busyWith, type LaneNumber, leaseMarginSeconds, type Room } from "./room";

/** A circuit that lets so many through at once is closed. */
const fullAllowance = 64;
/** Seconds of a webhook's rate that it may use at once after it had less to do. */
const burstSeconds = 0.1;

/** The rows to look at, locked: `picked`; and `offer`, with what is `busy` and the free `slots` to judge them by. */
export function pick(sql: Sql, lane: LaneNumber, room: Room, floor: string) {
  return sql`
    offer as materialized (
      select ${room.slots}::int as slots, ${sql.json(busyOf(room))}::jsonb as busy
    ), ${lane === 1 ? byWebhook(sql, room.limit) : longestDue(sql, lane, room.limit, floor)}`;
}

/** `skip locked` lets many workers claim at once without waiting on each other. */
function longestDue(sql: Sql, lane: 0 | 2, limit: number, floor: string) {
  // Written out, for only so are the partial indexes found.
  const where = lane === 0 ? sql`lane = 0` : sql`lane = 2`;
  return sql`
    picked as materialized (
      select * from queue where ${where} and due_at <= now() and due_at >= ${floor}::text::timestamptz
      order by due_at limit ${limit} for update skip locked
    )`;
}

/**
 * Some of each webhook that has room, first of those with least under way, so that none waits behind another.
 * One that is not known to be quick takes no more than it leaves free: whoever comes next finds a slot.
 */
function byWebhook(sql: Sql, limit: number) {
  return sql`
    waiting as (
      (select webhook_id from queue where lane = 1 order by webhook_id limit 1)
      union all
      select (
        select q.webhook_id from queue q where q.lane = 1 and q.webhook_id > waiting.webhook_id
        order by q.webhook_id limit 1
      ) from waiting where waiting.webhook_id is not null
    ), ranked as (
      select next.*, waiting.webhook_id, b.room is not null as quick,
        r.open_until is not null as recovering, w.rate_per_second as rate,
        row_number() over (partition by b.room is not null order by next.place, next.due_at) as turn
      from waiting
        left join webhooks w on w.id = waiting.webhook_id
        left join receivers r on r.webhook_id = waiting.webhook_id
        left join rate_limits l on l.webhook_id = waiting.webhook_id and w.rate_per_second is not null
        cross join offer
        cross join lateral ${sql.unsafe(busyWith("waiting.webhook_id"))} b
        cross join lateral (
          select delivery_id, due_at,
            row_number() over (order by due_at) + coalesce(b.in_lane, 0) as place
          from queue q
          where q.lane = 1 and q.webhook_id = waiting.webhook_id and q.due_at <= now()
          order by due_at
          limit least(
            coalesce(b.room, greatest(coalesce(w.max_concurrency, 1) - coalesce(b.held, 0), 0)),
            case when r.open_until is null then ${limit}::int
              when r.open_until > now() then 0 else greatest(r.allowance, 1) end,
            ${allowed(sql)},
            ${limit}::int)
        ) next
    ), candidates as materialized (
      select ranked.* from ranked, offer where quick or place <= greatest(1, slots - turn)
      order by turn limit ${limit}
    ), ${passing(sql)}, ${metering(sql)}, picked as materialized (
      select q.* from candidates c
        left join passing p on p.webhook_id = c.webhook_id
        left join metered m on m.webhook_id = c.webhook_id
        cross join lateral (
          select * from queue
          where delivery_id = c.delivery_id and lane = 1 and due_at <= now()
          limit 1 for update skip locked
        ) q
      where (not c.recovering or p.webhook_id is not null)
        and (c.rate is null or m.webhook_id is not null)
    )`;
}

/**
 * Circuits that let something through now, each by one claim only. A probe holds the others back until its
 * lease ends or its result is known; then twice as many go each second, until the circuit is closed.
 */
function passing(sql: Sql) {
  return sql`
    passing as materialized (
      select r.webhook_id from receivers r
      where r.webhook_id in (select webhook_id from candidates where recovering)
        and r.open_until <= now()
      for update skip locked
    ), passed as (
      update receivers r set
        open_until = case when r.allowance * 2 >= ${fullAllowance} then null
          when r.allowance > 0 then now() + interval '1 second'
          else now() + (w.deadline_seconds + ${leaseMarginSeconds}) * interval '1 second' end,
        allowance = case when r.allowance * 2 >= ${fullAllowance} then 0 else r.allowance * 2 end,
        cooldown_seconds = case when r.allowance * 2 < ${fullAllowance} then r.cooldown_seconds end
      from passing p join webhooks w on w.id = p.webhook_id
      where r.webhook_id = p.webhook_id
    )`;
}

/** How many its rate lets through now (GCRA); null, which `least` passes over, when it has none. */
function allowed(sql: Sql) {
  return sql`case when w.rate_per_second is not null then greatest(0, floor(w.rate_per_second *
    extract(epoch from now() - greatest(l.spent_until, ${earliest(sql, sql`w.rate_per_second`)}))))::int end`;
}

/** Time before this is not saved up. */
function earliest(sql: Sql, rate: PendingQuery<Row[]>) {
  return sql`now() - greatest(${burstSeconds}::float8, 1.0 / ${rate}) * interval '1 second'`;
}

/** Rates are spent by one claim at a time, whatever the number of workers. */
function metering(sql: Sql) {
  return sql`
    metered as materialized (
      select l.webhook_id, l.spent_until from rate_limits l
      where l.webhook_id in (select webhook_id from candidates where rate is not null)
      for update skip locked
    ), spent as (
      update rate_limits l set spent_until = c.n / c.rate * interval '1 second' + greatest(
        l.spent_until, ${earliest(sql, sql`c.rate`)})
      from (
        select webhook_id, count(*) as n, max(rate)::float8 as rate from candidates
        where rate is not null group by webhook_id
      ) c join metered m on m.webhook_id = c.webhook_id
      where l.webhook_id = c.webhook_id
    )`;
}
