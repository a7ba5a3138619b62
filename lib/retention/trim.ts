import type { Sql } from "@/db/client";
import type { LogTable } from "./tables";

const batch = 2000;
const nil = "00000000-0000-0000-0000-000000000000";

/** Deletes, a batch at a time, what is old and finished in one partition that also holds what is not. */
export async function trim(
  sql: Sql,
  table: LogTable,
  partition: string,
  oldest: Date,
): Promise<void> {
  const key = sql(table.key);
  let last: string | undefined = nil;
  while (last !== undefined) {
    const walked: { last: string }[] = await sql`
      with batch as materialized (
        select ${key} as key, ${table.finished(sql, oldest)} as finished
        from ${sql(partition)} t where ${key} > ${last} order by ${key} limit ${batch}
      ), gone as (
        delete from ${sql(partition)}
        where ${key} = any(array(select key from batch where finished))
      )
      select key as last from batch order by key desc limit 1`;
    last = walked[0]?.last;
  }
}
