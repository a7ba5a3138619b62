import { sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { replayItems, replays } from "@/db/schema/replays";

/** Items counted in one step. */
const portion = 20_000;
/** Interval of steps while items wait for their turn, and while items are only counted. */
const soon = "200 milliseconds";
const later = "1 second";

type Replay = typeof replays.$inferSelect;

/**
 * Moves ended items into the counts of their replay. Ends the replay with the last item. Returns whether either happened. Reads
 * no queued items, because a million may wait for their retries for days: each condition is that of a partial index.
 */
export async function tally(db: Queries, { id, status }: Replay): Promise<boolean> {
  const ofReplay = sql`from ${replayItems} where replay_id = ${id}::uuid`;
  const ended = sql`${ofReplay} and state not in ('waiting', 'queued')`;
  const waiting = sql`${ofReplay} and state = 'waiting'`;
  const over =
    status === "running"
      ? sql`select ctid ${ended}`
      : sql`select ctid ${ended} union all select ctid ${waiting}`;
  const counted = await db.execute(sql`
    with ended as (
      delete from ${replayItems} where ctid = any(array(${over} limit ${portion}))
      returning state, status_before, finished_before
    ), figures as (
      select count(*) as ended, count(*) filter (where state = 'delivered') as delivered,
        count(*) filter (where state = 'failed') as failed,
        count(*) filter (where state = 'skipped') as skipped,
        count(*) filter (where state = 'skipped' and status_before = 'delivered'
          and finished_before >= r.created_at) as delivered_meanwhile,
        count(*) filter (where state in ('cancelled', 'waiting')) as cancelled
      from ended join ${replays} r on r.id = ${id}::uuid
    )
    update ${replays} r set delivered = r.delivered + f.delivered, failed = r.failed + f.failed,
      skipped = r.skipped + f.skipped,
      delivered_meanwhile = r.delivered_meanwhile + f.delivered_meanwhile, cancelled = r.cancelled + f.cancelled
    from figures f where r.id = ${id}::uuid and f.ended > 0 returning r.id`);
  const [next] = await db.execute<{ ended: boolean }>(sql`
    with state as (
      select (collected or status <> 'running')
          and not exists (select ${ofReplay}) as ends,
        status <> 'running' or not collected or exists (select ${waiting}) or exists (select ${ended}) as hastens
      from ${replays} where id = ${id}::uuid
    )
    update ${replays} r set failures = 0,
      next_step_at = now() + (case when hastens then ${soon} else ${later} end)::interval,
      finished_at = case when ends then now() end,
      status = case when ends and r.status = 'running' then 'completed' else r.status end
    from state where r.id = ${id}::uuid
    returning finished_at is not null as ended`);
  return counted.length > 0 || next?.ended === true;
}
