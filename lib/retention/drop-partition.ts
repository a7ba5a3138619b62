import type { Sql } from "@/db/client";
import { briefly, few } from "./briefly";
import type { Day } from "./days";
import { type LogTable, partitionOf, rangeWithin } from "./tables";

/** Drops the partition of a day, but moves what is needed of it to the default. False when that is too much. */
export async function dropPartition(sql: Sql, table: LogTable, day: Day): Promise<boolean> {
  const { name, key } = table;
  const partition = partitionOf(table, day);
  const needed = table.needed(await rangeWithin(sql, partition));
  const found = await sql.unsafe(`${needed} limit ${few + 1}`);
  const pending = table.pending
    ? await sql.unsafe<{ id: string }[]>(`${table.pending(partition)} limit ${few + 1}`)
    : [];
  if (found.length + pending.length > few) return false;

  const ids = pending.map(({ id }) => id).join();
  await briefly(sql, [
    `lock table only ${name} in access exclusive mode`,
    `create temp table kept on commit drop as
      select * from ${partition} where ${key} = any(array(
        ${needed} union all select unnest('{${ids}}'::uuid[])))`,
    `drop table ${partition}`,
    `insert into ${name} select * from kept`,
  ]);
  return true;
}
