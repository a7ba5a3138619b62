import type postgres from "postgres";
import type { Day } from "./days";

/** Ids from the first up to the second, which is not among them. */
export type Range = { from: string; to: string };

/** A table of the log: what it is partitioned by, and which of its rows stay however old they are. */
export type LogTable = {
  name: "deliveries" | "attempts" | "events";
  key: "id" | "delivery_id";
  /** How full its pages are made, in percent: the rest is room for rows to change without touching an index. */
  fillFactor: number;
  /** A query for the keys of a range that stay, found by index. */
  needed(range: Range): string;
  /** More of those, but all of the partition is read for them. */
  pending?(partition: string): string;
  /** Whether a row `t` is older than `oldest` and may go, asked row by row. */
  finished(sql: postgres.ISql, oldest: Date): postgres.Fragment;
};

/** In the order in which they are cleaned: what a delivery needs goes after it. */
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
    // Of a replay, the deliveries are younger than their event.
    needed: ({ from, to }) =>
      `select event_id from deliveries where event_id >= '${from}' and event_id < '${to}'`,
    finished: (sql, oldest) => sql`
      t.created_at < ${oldest} and not exists (select from deliveries d where d.event_id = t.id)`,
  },
];

export const defaultOf = ({ name }: LogTable) => `${name}_default`;
export const partitionOf = ({ name }: LogTable, day: Day) => `${name}_${day}`;

/** The statement that makes a table with the columns of the log's. */
export function likeIt({ name, fillFactor }: LogTable, partition: string): string {
  return `create table ${partition} (like ${name} including defaults including constraints) with (fillfactor = ${fillFactor})`;
}

/** The days that have a partition, oldest first. */
export async function daysOf(sql: postgres.ISql, { name }: LogTable): Promise<Day[]> {
  const rows = await sql<{ day: Day }[]>`
    select right(c.relname, 8) as day from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${name}::text::regclass and c.relname ~ ${`^${name}_[0-9]{8}$`}
    order by day`;
  return rows.map(({ day }) => day);
}

export async function rangeOf(sql: postgres.ISql, day: Day): Promise<Range> {
  const [range] = await sql<[Range]>`
    select id_at(day at time zone 'UTC') as from, id_at((day + interval '1 day') at time zone 'UTC') as to
    from (select ${day}::text::timestamp) as given(day)`;
  return range;
}

/** What a partition holds, which is more than its day when it is the first there ever was. */
export async function rangeWithin(sql: postgres.ISql, partition: string): Promise<Range> {
  const [range] = await sql<[Range]>`
    select coalesce(substring(bound from $$FROM [(]'([^']+)$$), '00000000-0000-0000-0000-000000000000') as from,
      substring(bound from $$TO [(]'([^']+)$$) as to
    from (select pg_get_expr(relpartbound, oid) from pg_class where oid = ${partition}::text::regclass) as c(bound)`;
  return range;
}
