import type { Sql } from "@/db/client";
import { nilId } from "@/lib/nil-id";
import type { Day } from "./days";
import {
  createLike,
  defaultOf,
  idsOfDay,
  idsOfPartition,
  type LogTable,
  partitionOf,
} from "./log-tables";
import { inShortTransaction } from "./short-transaction";

/** The most rows to move while a table is locked. */
const movableRows = 10_000;
const batchRows = 2000;

/**
 * Creates the partition of a day and moves in the rows that fell into the default partition meanwhile. More than
 * `movableRows` of them stay in the default and the day gets no partition, because readers would wait for the move.
 */
export async function createPartition(sql: Sql, table: LogTable, day: Day): Promise<void> {
  const { from, to } = await idsOfDay(sql, day);
  const rest = defaultOf(table);
  const strays = `from ${rest} where ${table.key} >= '${from}' and ${table.key} < '${to}'`;
  if ((await sql.unsafe(`select ${strays} limit ${movableRows + 1}`)).length > movableRows) return;

  const partition = partitionOf(table, day);
  await inShortTransaction(sql, [
    // `attach partition` takes this lock as well. Taken first, no insert comes between the move and the attach.
    `lock table ${rest} in access exclusive mode`,
    createLike(table, partition),
    `with strays as (delete ${strays} returning *) insert into ${partition} select * from strays`,
    `alter table ${table.name} attach partition ${partition} for values from ('${from}') to ('${to}')`,
  ]);
}

/**
 * Drops the partition of a day and moves the rows that unfinished deliveries need to the default partition. Returns
 * false, with nothing changed, when more than `movableRows` would have to be moved.
 */
export async function dropPartition(sql: Sql, table: LogTable, day: Day): Promise<boolean> {
  const { name, key } = table;
  const partition = partitionOf(table, day);
  const needed = table.needed(await idsOfPartition(sql, partition));
  const found = await sql.unsafe(`${needed} limit ${movableRows + 1}`);
  const pending = table.pending
    ? await sql.unsafe<{ id: string }[]>(`${table.pending(partition)} limit ${movableRows + 1}`)
    : [];
  if (found.length + pending.length > movableRows) return false;

  const ids = pending.map(({ id }) => id).join();
  await inShortTransaction(sql, [
    `lock table only ${name} in access exclusive mode`,
    `create temp table kept on commit drop as
      select * from ${partition} where ${key} = any(array(
        ${needed} union all select unnest('{${ids}}'::uuid[])))`,
    `drop table ${partition}`,
    `insert into ${name} select * from kept`,
  ]);
  return true;
}

/**
 * Deletes, in batches, the finished rows older than `oldest` of a partition that also holds unfinished ones. Deletes a row in the
 * version that was found finished only (`xmin`): a resend or a replay for which the deletion waits writes a new one.
 */
export async function deleteFinished(
  sql: Sql,
  table: LogTable,
  partition: string,
  oldest: Date,
): Promise<void> {
  const key = sql(table.key);
  let last: string | undefined = nilId;
  while (last !== undefined) {
    const walked: { last: string }[] = await sql`
      with batch as materialized (
        select ${key} as key, xmin as version, ${table.finished(sql, oldest)} as finished
        from ${sql(partition)} t where ${key} > ${last} order by ${key} limit ${batchRows}
      ), deleted as (
        delete from ${sql(partition)} t using batch b
        where t.${key} = any(array(select key from batch where finished))
          and b.key = t.${key} and b.version = t.xmin
      )
      select key as last from batch order by key desc limit 1`;
    last = walked[0]?.last;
  }
}
