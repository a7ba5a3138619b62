import type { Sql } from "@/db/client";
import { log } from "@/lib/log";

const dayMs = 86_400_000;

/**
 * Returns whether nothing may be deleted at present, because the clock of the database may have stepped forward: a step of a
 * month would delete the whole log. There are two signs.
 *
 * 1. The run before was more than a day ago. Either nothing ran for so long, or the clock stepped. The clock has six hours to
 *    be set right.
 * 2. The clock of this process is more than a day behind.
 */
export async function isHeld(sql: Sql): Promise<boolean> {
  const [clock] = await sql<[{ now: Date; isRecent: boolean }]>`
    with begun as (
      insert into chores (name, took_ms, succeeded)
      select 'retention_hold', 0, true from chores
      where name = 'retention' and ran_at < now() - interval '1 day'
      on conflict (name) do update set ran_at = now()
      returning ran_at
    ), holds as (
      select ran_at from begun union all select ran_at from chores where name = 'retention_hold'
    )
    select now() as now, exists (select from holds where ran_at > now() - interval '6 hours') as is_recent`;
  const processTime = new Date();
  const isAhead = clock.now.getTime() - processTime.getTime() > dayMs;
  if (clock.isRecent || isAhead)
    log.warn(
      { databaseTime: clock.now, processTime },
      "retention held: the database clock may be ahead",
    );
  return clock.isRecent || isAhead;
}
