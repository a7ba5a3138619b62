import type { Sql } from "@/db/client";

/** How much longer than its webhook's deadline a lease is: time to record the result. */
export const leaseMarginSeconds = 15;
/** A circuit that lets so many through at once is closed. */
const fullAllowance = 64;

/** Lane 0 is for most rows; lane 1 for those whose webhook is slow, or has no room for them now. */
export type LaneNumber = 0 | 1;

/** Requests that this process has under way to one webhook. */
export type Busy = { webhookId: string; inFlight: number; inLane: number };

export type Room = { limit: number; busy: Busy[] };

/** The rows to look at, locked: `picked`, and `busy` to judge them by. */
export function pick(sql: Sql, lane: LaneNumber, { limit, busy }: Room) {
  const rows = busy.map(({ webhookId, inFlight, inLane }) => ({
    webhook_id: webhookId,
    in_flight: inFlight,
    in_lane: inLane,
  }));
  return sql`
    busy as materialized (
      select * from jsonb_to_recordset(${sql.json(rows)})
        as b(webhook_id uuid, in_flight int, in_lane int)
    ), ${lane === 0 ? longestDue(sql, limit) : byWebhook(sql, limit)}`;
}

/** `skip locked` lets many workers claim at once without waiting on each other. */
function longestDue(sql: Sql, limit: number) {
  return sql`
    picked as materialized (
      select * from queue where lane = 0 and due_at <= now()
      order by due_at limit ${limit} for update skip locked
    )`;
}

/**
 * Some of each webhook that has room, first of those with least under way, so that none waits behind another.
 * None takes more than it leaves free: whoever comes next finds a slot.
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
      select next.*, waiting.webhook_id, r.open_until is not null as recovering,
        row_number() over (order by next.place, next.due_at) as turn
      from waiting
        left join webhooks w on w.id = waiting.webhook_id
        left join receivers r on r.webhook_id = waiting.webhook_id
        left join busy b on b.webhook_id = waiting.webhook_id
        cross join lateral (
          select delivery_id, due_at,
            row_number() over (order by due_at) + coalesce(b.in_lane, 0) as place
          from queue q
          where q.lane = 1 and q.webhook_id = waiting.webhook_id and q.due_at <= now()
          order by due_at
          limit least(
            greatest(coalesce(w.max_concurrency, 1) - coalesce(b.in_flight, 0), 0),
            case when r.open_until is null then ${limit}::int
              when r.open_until > now() then 0 else greatest(r.allowance, 1) end,
            ${limit}::int)
        ) next
    ), candidates as materialized (
      select * from ranked where place <= greatest(1, ${limit} - turn)
      order by turn limit ${limit}
    ), ${passing(sql)}, picked as materialized (
      select q.* from candidates c
        left join passing p on p.webhook_id = c.webhook_id
        cross join lateral (
          select * from queue
          where delivery_id = c.delivery_id and lane = 1 and due_at <= now()
          limit 1 for update skip locked
        ) q
      where not c.recovering or p.webhook_id is not null
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
