import type postgres from "postgres";
import { logTables } from "@/lib/retention/log-tables";
import { service } from "@/lib/version";
import { CannotWrite } from "./errors";
import { formatVersion, type Head } from "./format";

/** Heartbeats of running processes, which a restored installation does not have. */
const omitted = ["workers"];

/** Describes the installation as the snapshot of the transaction has it. */
export async function describeInstallation(
  tx: postgres.ISql,
  tables: Head["tables"],
): Promise<Head> {
  const [facts] = await tx`select now() as now, current_setting('server_version') as version`;
  const migrations =
    await tx`select created_at from drizzle.__drizzle_migrations order by created_at`;
  const keys = await tx`select key_id from master_keys order by key_id`;
  return {
    format: formatVersion,
    version: service.version,
    createdAt: facts?.now.toISOString(),
    postgres: facts?.version,
    migrations: migrations.map((row) => Number(row.created_at)),
    masterKeys: keys.map((row) => row.key_id),
    tables,
    partitions: await partitionsOf(tx),
  };
}

type Table = Head["tables"][number] & { refersTo: string[] };

/**
 * Returns all tables with their columns. Each follows the tables that it refers to.
 * @throws CannotWrite if there are none
 */
export async function tablesToCopy(sql: postgres.ISql): Promise<Head["tables"]> {
  const tables = await sql<Table[]>`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and r.oid <> c.oid) as "refersTo"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all(${omitted})
    order by c.relname`;
  if (tables.length === 0) {
    throw new CannotWrite("The database is empty: no installation uses it. Check DATABASE_URL.");
  }
  return inOrderOfReferences(tables);
}

/** Topological order: foreign keys are checked while rows are loaded. */
function inOrderOfReferences(tables: Table[]): Head["tables"] {
  const ordered: Head["tables"] = [];
  let left = tables;
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name));
    const free = left.filter(({ refersTo }) => !refersTo.some((name) => names.has(name)));
    if (free.length === 0) throw new Error("Foreign keys refer to each other in a circle.");
    ordered.push(...free.map(({ name, columns }) => ({ name, columns })));
    left = left.filter((table) => !free.includes(table));
  }
  return ordered;
}

async function partitionsOf(tx: postgres.ISql): Promise<Head["partitions"]> {
  const rows = await tx<{ table: string; name: string; from: string | null; to: string }[]>`
    select p.relname as table, c.relname as name, substring(bound from $$FROM [(]'([^']+)$$) as from,
      substring(bound from $$TO [(]'([^']+)$$) as to
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent,
      pg_get_expr(c.relpartbound, c.oid) as bound
    where p.relname in ${tx(logTables.map(({ name }) => name))} and bound <> 'DEFAULT'
    order by c.relname`;
  return rows.map(({ from, ...rest }) => ({ ...rest, ...(from !== null && { from }) }));
}
