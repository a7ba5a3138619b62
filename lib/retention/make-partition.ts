import type { Sql } from "@/db/client";
import { briefly, few } from "./briefly";
import type { Day } from "./days";
import { defaultOf, type LogTable, likeIt, partitionOf, rangeOf } from "./tables";

/**
 * Makes the partition of a day, and moves in what fell into the default meanwhile. When that is much, it stays
 * there and the day has no partition: nobody shall wait for so many to be moved.
 */
export async function makePartition(sql: Sql, table: LogTable, day: Day): Promise<void> {
  const { from, to } = await rangeOf(sql, day);
  const rest = defaultOf(table);
  const fallen = `from ${rest} where ${table.key} >= '${from}' and ${table.key} < '${to}'`;
  if ((await sql.unsafe(`select ${fallen} limit ${few + 1}`)).length > few) return;

  const partition = partitionOf(table, day);
  await briefly(sql, [
    // Attaching takes this lock too; taken first, nothing comes in between.
    `lock table ${rest} in access exclusive mode`,
    likeIt(table, partition),
    `with fallen as (delete ${fallen} returning *) insert into ${partition} select * from fallen`,
    `alter table ${table.name} attach partition ${partition} for values from ('${from}') to ('${to}')`,
  ]);
}
