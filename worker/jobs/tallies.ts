import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "@/db/client";
import { log } from "@/lib/log";
import { fold } from "@/lib/tallies/fold";

const restMs = 1000;

/** Folds tally entries every second until it is stopped, so that reading figures stays cheap. Figures are exact without it. */
export async function runTallies(sql: Sql, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await fold(sql).catch((error) => log.warn({ err: error }, "folding tallies failed; retrying"));
    await delay(restMs, null, { signal: stopping }).catch(() => null);
  }
}
