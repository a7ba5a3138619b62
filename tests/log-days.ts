import { uuidv7 } from "uuidv7";
import type { Sql } from "@/db/client";
import { dayOf } from "@/lib/retention/days";
import { logTables } from "@/lib/retention/log-tables";
import { createPartition } from "@/lib/retention/partitions";

/** Functions for rows of the log that lie in partitions of different days. */
export function logDays(sql: Sql) {
  return {
    /** Creates the partitions of a day of each log table, this number of days from now. */
    async create(days: number): Promise<void> {
      for (const table of logTables) await createPartition(sql, table, dayOf(inDays(days)));
    },

    /** Returns a new id of the current time of day, this number of days from now. */
    async idIn(days: number): Promise<string> {
      const [row] = await sql<[{ at: string }]>`select id_at(${inDays(days)}) as at`;
      return row.at.slice(0, 13) + uuidv7().slice(13);
    },

    /** Returns the name of the partition of a table this number of days from the day of the database, in UTC. */
    async partition(table: string, days: number): Promise<string> {
      const [row] = await sql<[{ name: string }]>`
        select ${`${table}_`} || to_char((now() at time zone 'UTC')::date + ${days}::int, 'YYYYMMDD') as name`;
      return row.name;
    },
  };
}

/** Returns the time this number of days from now. */
export function inDays(days: number): Date {
  return new Date(Date.now() + days * 86_400_000);
}
