import type postgres from "postgres";
import type { Day } from "./days";

/** A half-open range of ids: `from` is included, `to` is not. */
type Range = { from: string; to: string };

/** A table of the log: its partition key, and the rules for rows that outlive their day. */
export type LogTable = {
  name: "deliveries" | "attempts" | "events";
  key: "id" | "delivery_id";
  /** In percent. Free space on each page keeps updates heap-only (HOT), so that they touch no index. */
  fillFactor: number;
  /** Returns a query for the keys in a range that must be kept. It uses an index. */
  needed(range: Range): string;
  /** Returns a query for more keys to keep. It reads the whole partition. */
  pending?(partition: string): string;
  /** Returns the condition under which a row `t` may be deleted. */
  finished(sql: postgres.ISql, oldest: Date): postgres.Fragment;
};

/** In the order of deletion: deliveries first, then the attempts and events that they need. */
export const logTables: LogTable[] = [
  {
    name: "deliveries",
    key: "id",
    fillFactor: 60,
    needed: ({ from, to }) =>
      `select delivery_id from queue where delivery_id >= '${from}' and delivery_id < '${to}'`,
    pending: (partition) => `select id from ${partition} where status = 'pending'`,
    finished: (sql, oldest) => sql`
      t.created_at < ${oldest} and t.status <> 'pending'
        and not exists (select from queue q where q.delivery_id = t.id)`,
  },
  {
    name: "attempts",
    key: "delivery_id",
    fillFactor: 100,
    needed: ({ from, to }) => `select id from deliveries where id >= '${from}' and id < '${to}'`,
    finished: (sql, oldest) => sql`
      t.started_at < ${oldest} and not exists (select from deliveries d where d.id = t.delivery_id)`,
  },
  {
    name: "events",
    key: "id",
    fillFactor: 100,
    // A replay delivers an older event, so its deliveries may be in another partition.
    needed: ({ from, to }) =>
      `select event_id from deliveries where event_id >= '${from}' and event_id < '${to}'
        union all select event_id from fan_outs where event_id >= '${from}' and event_id < '${to}'`,
    finished: (sql, oldest) => sql`
      t.created_at < ${oldest} and not exists (select from deliveries d where d.event_id = t.id)
        and not exists (select from fan_outs f where f.event_id = t.id)`,
  },
];

export const defaultOf = ({ name }: LogTable) => `${name}_default`;
export const partitionOf = ({ name }: LogTable, day: Day) => `${name}_${day}`;

/** Returns the statement that creates a partition with the columns and constraints of the log table. */
export function createLike({ name, fillFactor }: LogTable, partition: string): string {
  return `create table ${partition} (like ${name} including defaults including constraints) with (fillfactor = ${fillFactor})`;
}

/** Returns the days that have a partition, oldest first. */
export async function daysOf(sql: postgres.ISql, { name }: LogTable): Promise<Day[]> {
  const rows = await sql<{ day: Day }[]>`
    select right(c.relname, 8) as day from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${name}::text::regclass and c.relname ~ ${`^${name}_[0-9]{8}$`}
    order by day`;
  return rows.map(({ day }) => day);
}

/** Returns the range of the ids of a day: from its first one, before that of the next day. */
export async function idsOfDay(sql: postgres.ISql, day: Day): Promise<Range> {
  const [range] = await sql<[Range]>`
    select id_at(day at time zone 'UTC') as from, id_at((day + interval '1 day') at time zone 'UTC') as to
    from (select ${day}::text::timestamp) as given(day)`;
  return range;
}

/** Returns the range of the ids of a partition. The first one has no lower bound and holds all earlier days. */
export async function idsOfPartition(sql: postgres.ISql, partition: string): Promise<Range> {
  const [range] = await sql<[Range]>`
    select coalesce(substring(bound from $$FROM [(]'([^']+)$$), '00000000-0000-0000-0000-000000000000') as from,
      substring(bound from $$TO [(]'([^']+)$$) as to
    from (select pg_get_expr(relpartbound, oid) from pg_class where oid = ${partition}::text::regclass) as c(bound)`;
  return range;
}
