import { connectSql, type Sql } from "@/db/client";
import { log } from "@/lib/log";
import { type Day, dayOf } from "@/lib/retention/days";
import {
  createLike,
  daysOf,
  defaultOf,
  type LogTable,
  logTables,
  partitionOf,
  rangeOf,
} from "@/lib/retention/log-tables";
import { inShortTransaction, isPostponable } from "@/lib/retention/short-transaction";

const dayMs = 86_400_000;

/**
 * Creates partitions for the `days` before the first one, so that sample data is spread like real data. Leaves the
 * first partition as it is when it holds rows of those days or its tables are locked: all rows then go there.
 */
export async function createPastPartitions(url: string, days: number): Promise<void> {
  const sql = connectSql(url, 1);
  try {
    for (const table of logTables) await createPastPartitionsOf(sql, table, days);
  } catch (error) {
    if (!isPostponable(error)) throw error;
    log.info({ reason: error.message }, "no partitions created for past days");
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function createPastPartitionsOf(sql: Sql, table: LogTable, days: number): Promise<void> {
  const [first] = await daysOf(sql, table);
  const wanted = Array.from({ length: days + 1 }, (_, n) =>
    dayOf(new Date(Date.now() - (days - n) * dayMs)),
  ).filter((day) => first !== undefined && day < first);
  const [oldest] = wanted;
  if (first === undefined || oldest === undefined) return;
  const { from, to } = await rangeOf(sql, first);
  const partition = partitionOf(table, first);
  const older = await sql`select from ${sql(partition)} where ${sql(table.key)} < ${from} limit 1`;
  if (older.length > 0) return;

  const attach = (day: Day, bounds: string) =>
    `alter table ${table.name} attach partition ${partitionOf(table, day)} for values ${bounds}`;
  const made = wanted.map(async (day) => {
    const range = await rangeOf(sql, day);
    const start = day === oldest ? "minvalue" : `'${range.from}'`;
    const bounds = `from (${start}) to ('${range.to}')`;
    return [createLike(table, partitionOf(table, day)), attach(day, bounds)];
  });
  await inShortTransaction(sql, [
    `lock table ${table.name}, ${defaultOf(table)} in access exclusive mode`,
    `alter table ${table.name} detach partition ${partition}`,
    attach(first, `from ('${from}') to ('${to}')`),
    ...(await Promise.all(made)).flat(),
  ]);
}
