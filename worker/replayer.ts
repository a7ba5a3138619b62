import { setTimeout as delay } from "node:timers/promises";
import type { Queries } from "@/db/client";
import { log } from "@/lib/log";
import { advance, openReplays } from "@/lib/replays/advance";

const stepMs = 200;
/** How late a job is found that another process has made. */
const idleMs = 1000;

/**
 * Goes on with replays until it is stopped. All it knows is in the database, and a job is stepped under its lock:
 * any number of processes run one job once, and any of them may be lost.
 */
export async function runReplays(
  db: Queries,
  queued: () => void,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const restMs = await step(db, queued).catch((error) => {
      log.warn({ err: error }, "replays stand still; the database may be away");
      return idleMs;
    });
    await delay(restMs, null, { signal: stopping }).catch(() => null);
  }
}

async function step(db: Queries, queued: () => void): Promise<number> {
  const open = await openReplays(db);
  for (const { id } of open.filter(({ due }) => due)) {
    const advanced = await advance(db, id).catch((error) => {
      log.error({ err: error, replayId: id }, "a replay was not stepped");
      return false;
    });
    if (advanced) queued();
  }
  return open.length > 0 ? stepMs : idleMs;
}
