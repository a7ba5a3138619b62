import type { Sql } from "@/db/client";
import { scheduledAttempts } from "./backoff";
import type { Claimed } from "./claimed";
import { type LaneNumber, leaseMarginSeconds, pick, type Room } from "./due";

const lostLimit = 3;
const lostSentence = "The worker was lost before it could record an answer.";

type Verdict = "taken" | "parked" | "moved" | "cancelled" | "failed";
type Judged = Omit<Claimed, "claimedAt"> & { verdict: Verdict };

type Options = Partial<Room> & { lane?: LaneNumber; limit: number };

/**
 * Takes up to `limit` due deliveries of a lane and leases them. In the same statement it parks those of paused
 * webhooks, moves to lane 1 what a webhook has no room for, cancels those whose webhook is gone, and writes
 * down the attempts that lost workers left out.
 */
export async function claim(sql: Sql, options: Options) {
  const { lane = 0, limit, busy = [] } = options;
  const claimedAt = performance.now();
  const rows = await sql<Judged[]>`
    with recursive ${judgement(sql, lane, { limit, busy })}, ${consequences(sql)}
    select verdict, delivery_id, attempt + 1 as attempt, step + scheduled::int as step, trigger,
      event_id, event, data, webhook_id, callback_url, deadline_seconds, slow, phase, cooldown_seconds,
      now() as now,
      array(
        select s.secret from webhook_secrets s
        where s.webhook_id = j.webhook_id and (s.valid_until is null or s.valid_until > now())
        order by s.created_at desc, s.id desc
      ) as secrets,
      (select h.headers from webhook_headers h where h.webhook_id = j.webhook_id) as headers
    from judged j`;
  const claimed = rows.filter(({ verdict }) => verdict === "taken");
  const moved = rows.filter(({ verdict }) => verdict === "moved");
  return {
    claimed: claimed.map(({ verdict: _, ...row }): Claimed => ({ ...row, claimedAt })),
    /** Given up here and now: their workers were lost again and again. */
    failed: rows.filter(({ verdict }) => verdict === "failed"),
    /** Webhooks that had no room for all that was due. */
    crowded: new Set(moved.map(({ webhookId }) => webhookId)),
    /** As many as asked for means that more may be due. */
    examined: rows.length,
  };
}

/** In lane 0 a webhook may take an eighth of what is free when its turn comes: ten that hang leave half of it. */
function judgement(sql: Sql, lane: LaneNumber, room: Room) {
  return sql`
    ${pick(sql, lane, room)}, due as materialized (
      select q.*, w.callback_url, w.deadline_seconds, w.paused_at is not null as paused,
        q.lost + q.leased::int as losses,
        q.trigger in ('event', 'replay') as scheduled,
        r.slow_since is not null as slow, r.open_until is not null as ailing, r.cooldown_seconds,
        case when r.open_until is null then 'closed' when r.allowance = 0 then 'probing'
          else 'ramping' end as phase,
        coalesce(b.in_flight, 0) + q.place > w.max_concurrency
          or q.trigger in ('event', 'replay')
            and coalesce(b.in_lane, 0) + q.place > greatest(1, (${room.limit} - q.turn) / 8) as crowded
      from (
        select *, row_number() over (partition by webhook_id order by due_at) as place,
          row_number() over (order by due_at) as turn
        from picked
      ) q
        left join webhooks w on w.id = q.webhook_id
        left join receivers r on r.webhook_id = q.webhook_id
        left join busy b on b.webhook_id = q.webhook_id
    ), judged as materialized (
      select due.*, e.name as event, e.data, case
        when due.callback_url is null or e.name is null then 'cancelled'
        when losses >= ${lostLimit} or (scheduled and step >= ${scheduledAttempts}) then 'failed'
        when scheduled and paused then 'parked'
        when lane = 0 and (crowded or (scheduled and (slow or ailing))) then 'moved'
        else 'taken' end as verdict
      from due
        -- The limit keeps it a look-up for each row, whatever the planner makes of the tables' sizes.
        left join lateral (select name, data from events where id = due.event_id limit 1) e on true
    )`;
}

function consequences(sql: Sql) {
  return sql`
    lost as (
      insert into attempts (delivery_id, number, trigger, started_at, duration_ms, cause, error)
      select delivery_id, attempt, trigger, now(), 0, 'internal', ${lostSentence}
      from judged where leased
      on conflict do nothing
    ), ended as (
      delete from queue q using judged j
      where q.delivery_id = j.delivery_id and j.verdict in ('cancelled', 'failed')
    ), kept as (
      update queue q set
        attempt = q.attempt + (j.verdict = 'taken')::int,
        step = q.step + (j.verdict = 'taken' and j.scheduled)::int,
        leased = j.verdict = 'taken',
        lost = j.losses,
        lane = case j.verdict when 'moved' then 1 when 'parked' then 0 else q.lane end,
        due_at = case j.verdict
          when 'parked' then 'infinity'
          -- Someone waits for a test or a resend: it goes before all else that waits for its webhook.
          when 'moved' then q.due_at - (not j.scheduled)::int * interval '1 day'
          else now() + (j.deadline_seconds + ${leaseMarginSeconds}) * interval '1 second' end
      from judged j
      where q.delivery_id = j.delivery_id and j.verdict in ('taken', 'parked', 'moved')
    ), logged as (
      update deliveries d set
        attempts = greatest(d.attempts, j.attempt),
        cause = case when j.leased or j.verdict = 'failed' then 'internal' else d.cause end,
        status_code = case when j.leased then null else d.status_code end,
        duration_ms = case when j.leased then 0 else d.duration_ms end,
        status = case when j.ends and d.status = 'pending' then j.verdict else d.status end,
        finished_at = case when j.ends and d.status = 'pending' then now() else d.finished_at end
      from (select *, verdict in ('cancelled', 'failed') as ends from judged) j
      where d.id = j.delivery_id and (j.leased or j.ends)
    )`;
}
