import type { Sql } from "@/db/client";

/** Counts statements of all sessions but our own, if this Postgres has the extension loaded. */
export async function countStatements(sql: Sql): Promise<() => Promise<number>> {
  await sql`create extension if not exists pg_stat_statements`;
  await sql`select pg_stat_statements_reset()`;
  return async () => {
    const [row] = await sql`
      select coalesce(sum(calls), 0)::int as calls from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and query not like '%pg_stat_statements%'`;
    return row?.calls;
  };
}
