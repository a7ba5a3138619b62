import { and, lte, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { deliveries } from "@/db/schema/deliveries";
import { replayItems, replays } from "@/db/schema/replays";
import { conditionsOf } from "@/lib/deliveries/parts";
import { searchFilter } from "@/lib/deliveries/search-filter";
import { madeFrom, madeUntil } from "@/lib/sql";
import { isNoTest, notEndedAfter, parseChoice } from "./choice";

/** Rows of the log read in one step. */
const portion = 5000;

type Replay = typeof replays.$inferSelect;

/** Stores the next deliveries of a replay, oldest first. Ids are all stored at once. */
export async function collect(db: Queries, replay: Replay): Promise<void> {
  const { filter, ids, asOf: asked = replay.createdAt } = parseChoice(replay.choice);
  // The clock of a caller may be ahead.
  const asOf = asked < replay.createdAt ? asked : replay.createdAt;
  if (ids) return collectIds(db, replay, ids);
  const which = await searchFilter({ db, accountId: replay.accountId }, filter ?? {}, asOf);
  const position =
    replay.collectedAt &&
    sql`(${deliveries.createdAt}, ${deliveries.id})
      > (${replay.collectedAt.toISOString()}::timestamptz, ${replay.collectedId}::uuid)`;
  const fits = and(
    which,
    position ?? undefined,
    lte(deliveries.createdAt, asOf),
    madeUntil(deliveries.id, asOf),
    notEndedAfter(asOf),
    isNoTest(),
    replay.collectedAt ? madeFrom(deliveries.id, replay.collectedAt) : undefined,
  );
  const inOrder = sql`order by created_at, id limit ${portion}`;
  // Of the newest part, the oldest are read in order of time. Older parts have few.
  const found = conditionsOf(filter ?? {}, fits).map(
    (one, n) =>
      sql`(select id, created_at from ${deliveries} where ${one ?? true} ${n === 0 ? inOrder : sql``})`,
  );
  await db.execute(sql`
    with found as materialized (
      select * from (${sql.join(found, sql` union all `)}) parts ${inOrder}
    ), written as (
      insert into ${replayItems} (replay_id, delivery_id) select ${replay.id}::uuid, id from found
    ), last as (
      select id, created_at from found order by created_at desc, id desc limit 1
    )
    update ${replays} set
      total = total + (select count(*) from found),
      collected = (select count(*) from found) < ${portion},
      collected_at = (select created_at from last),
      collected_id = (select id from last)
    where id = ${replay.id}`);
}

/** Stores ids. Unknown ids, other accounts' and those of tests are skipped when they are due. */
async function collectIds(db: Queries, { id }: Replay, ids: string[]): Promise<void> {
  await db.insert(replayItems).values(ids.map((deliveryId) => ({ replayId: id, deliveryId })));
  await db.execute(sql`
    update ${replays} set total = ${ids.length}, collected = true where id = ${id}`);
}
