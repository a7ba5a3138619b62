import type { Sql } from "@/db/client";
import { briefly, few } from "./briefly";
import type { Day } from "./days";
import { defaultOf, type LogTable, partitionOf, rangeOf } from "./tables";

/**
 * Makes the partition of a day, and moves in what fell into the default meanwhile. When that is much, it stays
 * there and the day has no partition: nobody shall wait for so many to be moved.
 */
export async function makePartition(sql: Sql, table: LogTable, day: Day): Promise<void> {
  const { from, to } = await rangeOf(sql, day);
  const rest = sql(defaultOf(table));
  const key = sql(table.key);
  const fallen = await sql`
    select from ${rest} where ${key} >= ${from} and ${key} < ${to} limit ${few + 1}`;
  if (fallen.length > few) return;

  const name = sql(table.name);
  const partition = sql(partitionOf(table, day));
  await briefly(sql, async (sql) => {
    // Attaching takes this lock too; taken first, nothing comes in between.
    await sql`lock table ${rest} in access exclusive mode`;
    const fill = sql.unsafe(`fillfactor = ${table.fillFactor}`);
    await sql`
      create table ${partition} (like ${name} including defaults including constraints) with (${fill})`;
    await sql`
      with fallen as (delete from ${rest} where ${key} >= ${from} and ${key} < ${to} returning *)
      insert into ${partition} select * from fallen`;
    const bounds = sql.unsafe(`from ('${from}') to ('${to}')`);
    await sql`alter table ${name} attach partition ${partition} for values ${bounds}`;
  });
}
