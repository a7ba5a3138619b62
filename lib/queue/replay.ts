import { type SQL, sql } from "drizzle-orm";
import { type Queries, readByKeyUntilCommit } from "@/db/client";
import { attempts, deliveries, queue } from "@/db/schema/deliveries";
import { events } from "@/db/schema/events";
import { replayItems, replays } from "@/db/schema/replays";
import { receivers, webhooks } from "@/db/schema/webhooks";
import { dueNow } from "./due-now";
import { stopped } from "./parking";
import { isCoolingDown, probeNow } from "./probe-now";
import { correctTallies, isResent } from "./tallies";

/** Rows removed in one step, those due earliest first. Not measured. */
const portion = 5000;
/** Waiting items of which one step looks whether they were delivered meanwhile. Not measured. */
const lookedAt = 500;

type Replay = { id: string; accountId: string | null };

/**
 * Queues the deliveries of a replay that its rate allows since the last step, at most those of one second, each with the
 * full retry schedule. Those that wait for a retry are due at once; those that cannot be sent are skipped, and those cancelled
 * since the replay was requested stay so. Returns how many items were processed.
 */
export async function queueTurn(db: Queries, { id, accountId }: Replay): Promise<number> {
  await skipDelivered(db, { id, accountId });
  const [turn] = await db.execute<{ turns: number }>(sql`
    update ${replays} r set paced_to = p.since + p.turns * interval '1 second' / r.rate_per_second
    from (
      select s.since, floor(extract(epoch from now() - s.since) * rate_per_second)::int as turns
      from ${replays}, lateral (
        -- The column holds milliseconds: the time of the creation may be rounded up into the future.
        select least(greatest(paced_to, now() - interval '1 second'), now()) as since
      ) s
      where id = ${id}::uuid
    ) p
    where r.id = ${id}::uuid returning p.turns`);
  const turns = turn?.turns ?? 0;
  return turns > 0 ? queueNext(db, { id, accountId }, turns) : 0;
}

// Items are updated by both columns of their key, taken from a CTE. With the id of the replay as a constant, the planner may read all
// items of the replay and compare each with the CTE: by statistics from before it, the replay has none.

/**
 * Skips those next in turn that were delivered since the replay was requested: a closed circuit sends what waits behind it at
 * once, and a replay that spent a turn on each would seem to run long after.
 */
async function skipDelivered(db: Queries, { id, accountId }: Replay): Promise<void> {
  await db.execute(sql`
    with next as materialized (
      select replay_id, delivery_id from ${replayItems} where replay_id = ${id}::uuid and state = 'waiting'
      order by delivery_id limit ${lookedAt}
    )
    update ${replayItems} i set state = 'skipped', status_before = d.status, finished_before = d.finished_at
    from next n
      join ${replays} r on r.id = ${id}::uuid
      join ${deliveries} d on d.id = n.delivery_id
        and (${accountId}::uuid is null or d.account_id = ${accountId}::uuid)
    where i.replay_id = n.replay_id and i.delivery_id = n.delivery_id
      and d.status = 'delivered' and d.finished_at >= r.created_at`);
}

async function queueNext(db: Queries, { id, accountId }: Replay, turns: number): Promise<number> {
  const processed = await db.execute(sql`
    with next as materialized (
      select replay_id, delivery_id from ${replayItems} where replay_id = ${id}::uuid and state = 'waiting'
      order by delivery_id limit ${turns}
    ), classified as materialized (
      select n.replay_id, n.delivery_id, d.event_id, d.webhook_id, d.attempts, d.status, d.finished_at,
        d.account_id, d.event, d.one_shot, d.cause, d.status_code,
        w.paused_at is not null as paused, true as scheduled,
        d.trigger <> 'test' and w.id is not null and e.id is not null
          and not (d.status in ('delivered', 'cancelled') and d.finished_at >= r.created_at) as sendable,
        w.id is not null and d.status = 'cancelled' and d.finished_at >= r.created_at as withdrawn,
        q.id is not null as waits
      from next n
        join ${replays} r on r.id = ${id}::uuid
        left join ${deliveries} d on d.id = n.delivery_id
          and (${accountId}::uuid is null or d.account_id = ${accountId}::uuid)
        -- A webhook that is being deleted counts as deleted: the deletion would not see the new row.
        left join lateral (
          select id, paused_at from ${webhooks} where id = d.webhook_id for key share skip locked
        ) w on true
        -- The limits keep these look-ups for each row: see README.md.
        left join lateral (select id from ${events} where id = d.event_id limit 1) e on true
        left join lateral (
          select delivery_id as id from ${queue} where delivery_id = d.id limit 1
        ) q on true
    ), ${sql.raw(stopped("classified"))}, queued as (
      insert into ${queue} (delivery_id, event_id, webhook_id, account_id, attempt, trigger, due_at,
        replay_id)
      select delivery_id, event_id, webhook_id, account_id, attempts, 'replay',
        case when s.id is null then ${sql.raw(dueNow)} else 'infinity' end, ${id}::uuid
      from classified left join stopped s on s.id = webhook_id where sendable and not waits
      on conflict do nothing
      returning delivery_id
    ), waiting as materialized (
      select q.delivery_id, q.due_at, q.step from ${queue} q
      where q.delivery_id in (select delivery_id from classified where sendable and waits)
        and not q.leased and q.replay_id is null and q.trigger in ('event', 'replay')
      for update skip locked
    ), hastened as (
      update ${queue} q set trigger = 'replay', step = 0, lane = 0, replay_id = ${id}::uuid,
        due_at = case when q.due_at = 'infinity' then q.due_at else least(q.due_at, ${sql.raw(dueNow)}) end
      from waiting w where q.delivery_id = w.delivery_id
    ), ${probed(id)}, reopened as (
      -- Writes delivered ones too, unchanged: retention that waits for the row deletes no new version. Returns none that it deleted.
      update ${deliveries} d set
        status = case when d.status = 'delivered' then d.status else 'pending' end,
        finished_at = case when d.status = 'delivered' then d.finished_at end
      from queued q where d.id = q.delivery_id
      returning d.id
    ), ${correctTallies(reopened, "retrying")}
    update ${replayItems} i set state = j.state, status_before = j.status, finished_before = j.finished_at,
      due_before = j.due_at, step_before = j.step
    from (
      select j.replay_id, delivery_id, j.status, j.finished_at, w.due_at, w.step,
        case when delivery_id in (select id from reopened) or w.due_at is not null then 'queued'
          when j.withdrawn then 'cancelled' else 'skipped' end as state
      -- All that wait are classified. A full join is never a nested loop.
      from classified j full join waiting w using (delivery_id) offset 0
    ) j
    where i.replay_id = j.replay_id and i.delivery_id = j.delivery_id`);
  return processed.count;
}

/**
 * SQL for `resting` and `probed`: ends the cool-down of circuits that opened before the replay was requested, so that their probe is
 * sent now and not up to a quarter of an hour later. A circuit that opens again keeps its cool-down.
 */
function probed(replayId: string) {
  return sql`
    resting as materialized (
      select r.webhook_id from ${receivers} r
      where r.webhook_id in (select webhook_id from classified where sendable) and ${isCoolingDown}
        and r.open_until - r.cooldown_seconds * interval '1 second'
          < (select created_at from ${replays} where id = ${replayId}::uuid)
      for update skip locked
    ), probed as (
      update ${receivers} r set ${probeNow} from resting where r.webhook_id = resting.webhook_id
    )`;
}

/** SQL for the failed deliveries that this step reopens. */
const reopened = sql`
  select *, finished_at as ended_at, ${isResent(sql`j.delivery_id`, sql`j.attempts`)} as resent
  from classified j where status = 'failed' and (delivery_id in (select delivery_id from queued)) is true`;

/**
 * Removes the queue rows of a cancelled replay that no worker holds. Deliveries that waited for a retry before wait for it
 * again. Resends that a person requested stay, also those in flight, and continue what was before the replay. Reads by key for the
 * rest of the transaction: for thousands of rows, the planner prefers a join that reads the whole log.
 */
export async function takeBack(db: Queries, replayId: string): Promise<void> {
  await readByKeyUntilCommit(db);
  await db.execute(sql`
    with locked as materialized (
      select delivery_id, trigger = 'resend' as resent from ${queue}
      where replay_id = ${replayId}::uuid and (not leased or trigger = 'resend')
      order by due_at limit ${portion} for update skip locked
    ), items as materialized (
      select i.*, resent, i.status_before = 'pending' or resent as stays
      from locked cross join lateral (
        select * from ${replayItems} where replay_id = ${replayId}::uuid and delivery_id = locked.delivery_id limit 1
      ) i
    ), returned as (
      update ${queue} q set replay_id = null, trigger = case when i.resent then q.trigger else d.trigger end,
        step = case when q.step = 0 then coalesce(i.step_before, 0) else q.step end,
        due_at = case when i.resent then q.due_at else ${dueAgain(sql`q.due_at`)} end,
        resume_at = case when i.resent and i.status_before = 'pending' then ${dueAgain(sql`q.resume_at`)} end
      from items i join ${deliveries} d on d.id = i.delivery_id
      where i.stays and q.delivery_id = i.delivery_id
    ), cancelled as (
      update ${replayItems} r set state = 'cancelled' from items i
      where i.stays and r.replay_id = i.replay_id and r.delivery_id = i.delivery_id
    ), taken as (
      delete from ${queue} q using items i
      where not i.stays and q.delivery_id = i.delivery_id
      returning q.delivery_id, q.step, i.status_before, i.finished_before
    ), ${correctTallies(failedAgain, "failed")}
    update ${deliveries} d set status = t.status_before,
      finished_at = case when t.step = 0 then t.finished_before else now() end
    from taken t
    where d.id = t.delivery_id and d.status = 'pending'`);
}

/**
 * SQL for the time at which the schedule of a delivery continues after its replay was cancelled. What was parked before is due if its
 * webhook was resumed meanwhile.
 */
const dueAgain = (now: SQL) => sql`
  case when q.step = 0 and ${now} <> 'infinity' and i.due_before <> 'infinity' then i.due_before else ${now} end`;

/**
 * SQL for deliveries that had failed before the replay and are failed again, each with the attempt that counts as its failure. Of one
 * that the replay did not send, that is the attempt that was counted then. Of the others, it is the last one of the schedule, and they
 * fail now. A resend may have failed by another cause since, and was not counted.
 */
const failedAgain = sql`
  select d.account_id, d.webhook_id, d.one_shot, d.event,
    case when t.step = 0 then t.finished_before else now() end as ended_at,
    case when a.number is null then d.cause else a.cause end as cause,
    case when a.number is null then d.status_code else a.status_code end as status_code, a.trigger = 'resend' as resent
  from taken t
    join ${deliveries} d on d.id = t.delivery_id
    left join lateral (
      select number, trigger, cause, status_code from ${attempts}
      where delivery_id = d.id
        and case when t.step = 0 then started_at <= t.finished_before else trigger in ('event', 'replay') end
      order by number desc limit 1
    ) a on true
  where d.status = 'pending' and t.status_before = 'failed'`;
