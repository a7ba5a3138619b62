import { connectSql, type Sql } from "@/db/client";
import { log } from "@/lib/log";
import { briefly, isPutOff } from "@/lib/retention/briefly";
import { type Day, dayOf } from "@/lib/retention/days";
import {
  daysOf,
  defaultOf,
  type LogTable,
  likeIt,
  logTables,
  partitionOf,
  rangeOf,
} from "@/lib/retention/tables";

const dayMs = 86_400_000;

/**
 * Gives the days before the first partition theirs, where that partition holds nothing of them. Where it does, or
 * others are busy there, all goes into the first one, which is correct too.
 */
export async function makePastDays(url: string, days: number): Promise<void> {
  const sql = connectSql(url, 1);
  try {
    for (const table of logTables) await reachBack(sql, table, days);
  } catch (error) {
    if (!isPutOff(error)) throw error;
    log.info({ reason: error.message }, "days before the first are not parted");
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function reachBack(sql: Sql, table: LogTable, days: number): Promise<void> {
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
    return [likeIt(table, partitionOf(table, day)), attach(day, bounds)];
  });
  await briefly(sql, [
    `lock table ${table.name}, ${defaultOf(table)} in access exclusive mode`,
    `alter table ${table.name} detach partition ${partition}`,
    attach(first, `from ('${from}') to ('${to}')`),
    ...(await Promise.all(made)).flat(),
  ]);
}
