import type { Sql } from "@/db/client";
import { every } from "@/lib/every";
import { nilId } from "@/lib/nil-id";

/**
 * Targets that one statement looks at: 6 to 10 ms of Postgres, and 60 to 350 ms if it deletes all. Those with a delivery that waits
 * for a retry stay for days. To look at all of them in each run took 2 to 3 ms for a thousand, and there may be a million.
 */
const portion = 1000;
/** Pause after the last portion. */
const restMs = 15_000;
/** Pause after a portion of which a tenth or more was unused, in its own durations, and after any other. Not measured. */
const pauses = { durations: 3, ms: 1000 };

/** Place of a target in the order in which they are looked at. */
type Position = { updatedAt: string; id: string };
const start: Position = { updatedAt: "-infinity", id: nilId };

type Looked = { looked: number; deleted: number; last: Position };

/** Deletes unused targets of one-shot callbacks, portion by portion, until it is stopped. Several workers may run it. */
export function runUnusedOneShots(sql: Sql, signal: AbortSignal): Promise<void> {
  let from = start;
  const deleteUnused = async () => {
    const startedAt = performance.now();
    const { looked, deleted, last } = await deleteUnusedOneShots(sql, from);
    const isOver = looked < portion;
    from = isOver ? start : last;
    if (isOver) return { nextAfterMs: restMs };
    const tookMs = performance.now() - startedAt;
    return { nextAfterMs: deleted * 10 >= looked ? pauses.durations * tookMs : pauses.ms };
  };
  return every(restMs, deleteUnused, signal);
}

/**
 * Looks at the next targets that were unused for 5 minutes, the longest first, and deletes those for which no delivery waits. Returns
 * how many it looked at and deleted, and the last one.
 */
export async function deleteUnusedOneShots(sql: Sql, from = start): Promise<Looked> {
  const [found] = await sql<(Omit<Looked, "last"> & Position)[]>`
    with looked as materialized (
      select id, updated_at from webhooks
      where one_shot and updated_at < now() - interval '5 minutes'
        and (updated_at, id) > (${from.updatedAt}::text::timestamptz, ${from.id}::uuid)
      order by updated_at, id limit ${portion}
    ), unused as materialized (
      select w.id from webhooks w
      where w.id in (select id from looked) and w.updated_at < now() - interval '5 minutes'
        and not exists (select from queue q where q.webhook_id = w.id)
      for update of w skip locked
    ), deleted as (
      delete from webhooks where id in (select id from unused) returning id
    )
    select (select count(*)::int from looked) as looked, (select count(*)::int from deleted) as deleted,
      looked.updated_at::text, id
    from looked order by looked.updated_at desc, id desc limit 1`;
  if (!found) return { looked: 0, deleted: 0, last: from };
  const { looked, deleted, updatedAt, id } = found;
  return { looked, deleted, last: { updatedAt, id } };
}
