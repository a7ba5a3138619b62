import type { Sql } from "@/db/client";
import { briefly, few } from "./briefly";
import type { Day } from "./days";
import { type LogTable, partitionOf, rangeWithin } from "./tables";

/** Drops the partition of a day, but moves what is needed of it to the default. False when that is too much. */
export async function dropPartition(sql: Sql, table: LogTable, day: Day): Promise<boolean> {
  const partition = partitionOf(table, day);
  const range = await rangeWithin(sql, partition);
  const needed = await sql`${table.needed(sql, range)} limit ${few + 1}`;
  const pending = table.pending
    ? await sql<{ id: string }[]>`${table.pending(sql, partition)} limit ${few + 1}`
    : [];
  if (needed.length + pending.length > few) return false;

  const ids = pending.map(({ id }) => id);
  await briefly(sql, async (sql) => {
    await sql`lock table only ${sql(table.name)} in access exclusive mode`;
    await sql`
      create temp table kept on commit drop as
      select * from ${sql(partition)} where ${sql(table.key)} = any(array(
        ${table.needed(sql, range)} union all select unnest(${ids}::uuid[])))`;
    await sql`drop table ${sql(partition)}`;
    await sql`insert into ${sql(table.name)} select * from kept`;
  });
  return true;
}
