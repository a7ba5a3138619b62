import type { Sql } from "@/db/client";
import { scheduledAttempts } from "./backoff";
import { type Claimed, type Target, targetJson } from "./claimed";
import { pick } from "./due";
import { busyWith, crowded, type LaneNumber, leaseMarginSeconds, type Room } from "./room";
import { tallied } from "./tallied";

const lostLimit = 3;
const lostSentence = "The worker was lost before it could record an answer.";

type Verdict = "taken" | "parked" | "moved" | "cancelled" | "failed";
type Row = Omit<Claimed, keyof Target | "claimedAt" | "now"> & {
  verdict: Verdict;
  webhookId: string;
  rated: boolean;
  /** With the first row only: the time, and since when something was due. */
  now: Date | null;
  oldest: Date | null;
  /** With the first row of each webhook only. */
  target: Target | null;
};

type Options = Partial<Room> & { lane?: LaneNumber; limit: number; floor?: Date | null };

/**
 * Takes up to `limit` due deliveries of a lane and leases them. In the same statement it parks those of paused
 * webhooks, moves to lane 1 what a webhook has no room for, cancels those whose webhook is gone, and writes
 * down the attempts that lost workers left out. `floor` spares it what is long gone from the index.
 */
export async function claim(sql: Sql, options: Options) {
  const { lane = 0, limit, slots = limit, busy = [], floor = null } = options;
  const from = floor?.toISOString() ?? "-infinity";
  const claimedAt = performance.now();
  const rows = await sql<Row[]>`
    with recursive ${judgement(sql, lane, { limit, slots, busy }, from)}, ${consequences(sql)}
    select verdict, delivery_id, attempt + 1 as attempt, step + scheduled::int as step, trigger,
      event_id, event, data, webhook_id, rated,
      case when 1 = row_number() over () then now() end as now,
      case when 1 = row_number() over () then (select min(due_at) from judged) end as oldest,
      case when verdict = 'taken' and 1 = row_number() over (partition by webhook_id, verdict) then (
        select ${sql.unsafe(targetJson)}
        from webhooks w left join receivers r on r.webhook_id = w.id where w.id = j.webhook_id
      ) end as target
    from judged j`;
  const [first] = rows.filter(({ now }) => now !== null);
  const askedAt = first?.now ?? null;
  const of = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict);
  return {
    claimed: askedAt ? claimedOf(of("taken"), askedAt, claimedAt) : [],
    /** Given up here and now: their workers were lost again and again. */
    failed: of("failed"),
    /** How many each webhook had no room for. */
    crowded: countByWebhook(of("moved")),
    /** Some may have to wait for their webhook's rate. */
    isRated: rows.some(({ rated }) => rated),
    /** As many as asked for means that more may be due. */
    examined: rows.length,
    /** The database's clock; null when nothing was found. */
    askedAt,
    /** Nothing was due before this. */
    oldest: first?.oldest ?? null,
  };
}
export type Claims = Awaited<ReturnType<typeof claim>>;

/** Written out, field by field: the hottest copy there is. */
function claimedOf(rows: Row[], now: Date, claimedAt: number): Claimed[] {
  const targets = new Map<string, Target>();
  for (const { target } of rows) if (target) targets.set(target.webhookId, target);
  return rows.flatMap((row): Claimed | [] => {
    const target = targets.get(row.webhookId);
    if (!target) return [];
    const { deliveryId, attempt, step, trigger, eventId, event, data } = row;
    return { ...target, deliveryId, attempt, step, trigger, eventId, event, data, now, claimedAt };
  });
}

function countByWebhook(rows: Row[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { webhookId } of rows) counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1);
  return counts;
}

function judgement(sql: Sql, lane: LaneNumber, room: Room, floor: string) {
  return sql`
    ${pick(sql, lane, room, floor)}, due as materialized (
      select q.*, w.id is null as orphaned, w.deadline_seconds, w.paused_at is not null as paused,
        q.lost + q.leased::int as losses,
        w.rate_per_second is not null as rated,
        w.rate_per_second is not null or r.slow_since is not null or r.open_until is not null as apart,
        ${sql.unsafe(crowded)} as crowded
      from (
        select p.*, p.trigger in ('event', 'replay') as scheduled,
          row_number() over (partition by p.webhook_id order by p.due_at) as place,
          row_number() over (partition by b.room is not null order by p.due_at) as turn,
          b.held, b.in_lane, b.room, offer.slots
        from picked p cross join offer cross join lateral ${sql.unsafe(busyWith("p.webhook_id"))} b
      ) q
        left join webhooks w on w.id = q.webhook_id
        left join receivers r on r.webhook_id = q.webhook_id
    ), judged as materialized (
      select due.*, e.name as event, e.data, case
        when due.orphaned or e.name is null then 'cancelled'
        when losses >= ${lostLimit} or (scheduled and step >= ${scheduledAttempts}) then 'failed'
        when scheduled and paused then 'parked'
        when lane <> 1 and (crowded or (scheduled and apart)) then 'moved'
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
      where q.delivery_id between j.delivery_id and j.delivery_id and j.verdict in ('cancelled', 'failed')
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
      where q.delivery_id between j.delivery_id and j.delivery_id
        and j.verdict in ('taken', 'parked', 'moved')
    ), logged as (
      update deliveries d set
        attempts = greatest(d.attempts, j.attempt),
        cause = case when j.leased or j.verdict = 'failed' then 'internal' else d.cause end,
        status_code = case when j.leased then null else d.status_code end,
        duration_ms = case when j.leased then 0 else d.duration_ms end,
        status = case when j.ends and d.status = 'pending' then j.verdict else d.status end,
        finished_at = case when j.ends and d.status = 'pending' then now() else d.finished_at end
      from (select *, verdict in ('cancelled', 'failed') as ends from judged) j
      where d.id between j.delivery_id and j.delivery_id and (j.leased or j.ends)
      returning d.account_id, d.webhook_id, d.one_shot, d.event, j.trigger, d.cause, d.status_code,
        d.duration_ms, j.leased, d.status = 'failed' as given_up
    ), told as (
      select * from logged where leased
    ), ${tallied(sql)}`;
}
