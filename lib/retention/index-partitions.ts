import type { Sql } from "@/db/client";
import { log } from "@/lib/log";
import { logTables } from "./log-tables";
import { inShortTransaction } from "./short-transaction";

type Missing = {
  /** Index of the partitioned table. */
  index: string;
  partition: string;
  /** The partition's own index. */
  name: string;
  /** Statement that builds it. */
  build: string;
  /** Whether it was built to its end; null if it does not exist. */
  isBuilt: boolean | null;
};

/**
 * Builds what partitions lack of the indexes of their table: a migration that adds an index to a log table leaves out large
 * partitions. Rows can be written meanwhile (`concurrently`). What an interrupted run left is built again.
 */
export async function indexPartitions(sql: Sql): Promise<void> {
  for (const { index, partition, name, build, isBuilt } of await missingIndexes(sql)) {
    if (isBuilt === false) await sql`drop index concurrently ${sql(name)}`;
    if (!isBuilt) await sql.unsafe(build);
    await inShortTransaction(sql, [`alter index ${index} attach partition ${name}`]);
    log.info({ index, partition }, "partition indexed");
  }
}

/** The definition of an index of a partitioned table begins with `CREATE INDEX name ON ONLY schema.table`. */
function missingIndexes(sql: Sql): Promise<Missing[]> {
  return sql<Missing[]>`
    with missing as (
      select i.indexrelid, c.relname as index, p.inhrelid::regclass as partition,
        left(t.relname || '_' || c.relname, 63) as name
      from pg_index i
      join pg_class c on c.oid = i.indexrelid and c.relkind = 'I'
      join pg_inherits p on p.inhparent = i.indrelid
      join pg_class t on t.oid = p.inhrelid
      where i.indrelid = any(${logTables.map((table) => table.name)}::regclass[])
        and not exists (
          select from pg_inherits a join pg_index own on own.indexrelid = a.inhrelid
          where a.inhparent = i.indexrelid and own.indrelid = p.inhrelid)
    )
    select index, partition::text, name, own.indisvalid as "isBuilt",
      regexp_replace(pg_get_indexdef(missing.indexrelid), ' INDEX .* ON ONLY [^ ]+ ',
        format(' INDEX CONCURRENTLY %I ON %s ', name, partition)) as build
    from missing
    left join pg_class made on made.relname = name and made.relnamespace = current_schema()::regnamespace
    left join pg_index own on own.indexrelid = made.oid
    order by name`;
}
