import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "@/db/client";
import { log } from "@/lib/log";
import { fold } from "@/lib/tallies/fold";

const restMs = 1000;

/** Keeps what figures have to add up short. When it stands still they are exact all the same. */
export async function runTallies(sql: Sql, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await fold(sql).catch((error) => log.warn({ err: error }, "tallies wait for the database"));
    await delay(restMs, null, { signal: stopping }).catch(() => null);
  }
}
