import type { Sql } from "@/db/client";
import { freshDatabase } from "../database";
import { fillLog } from "./fill";
import { type Reads, readsIn } from "./reads";
import { recordPlans } from "./record";

/** Deliveries of the log, on four days. */
export const size = 30_000;

export type Filled = {
  url: string;
  sql: Sql;
  /** Runs `work` and returns what its statements read. */
  reads(work: () => Promise<unknown>): Promise<Reads>;
  close(): void;
};

/** A filled database behind a relay that records plans. Plans and settings may differ on another server. */
export async function filled(): Promise<Filled> {
  const { url, sql } = await freshDatabase();
  await fillLog(url, sql, size);
  const { of, ...relay } = await recordPlans(url);
  const sum = await readsIn(sql);
  return { ...relay, sql, reads: async (work) => sum(await of(work)) };
}

/** The same, analysed. */
export async function withStatistics(): Promise<Filled> {
  const log = await filled();
  await log.sql`vacuum analyze`;
  return log;
}
