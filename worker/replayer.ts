import { setTimeout as delay } from "node:timers/promises";
import type { Queries } from "@/db/client";
import { log } from "@/lib/log";
import { advance, openReplays } from "@/lib/replays/advance";

const stepMs = 200;
/** How late a job is found that another process has made. */
const idleMs = 1000;

/** Who learns that something was queued, and that a job is further than before. */
type Stepped = { queued: () => void; stepped: (job: Job) => void };
type Job = { id: string; accountId: string | null };

/**
 * Goes on with replays until it is stopped. All it knows is in the database, and a job is stepped under its lock:
 * any number of processes run one job once, and any of them may be lost.
 */
export async function runReplays(
  db: Queries,
  { queued, stepped }: Stepped,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const restMs = await step(db, { queued, stepped }).catch((error) => {
      log.warn({ err: error }, "replays stand still; the database may be away");
      return idleMs;
    });
    await delay(restMs, null, { signal: stopping }).catch(() => null);
  }
}

async function step(db: Queries, { queued, stepped }: Stepped): Promise<number> {
  const open = await openReplays(db);
  for (const job of open.filter(({ due }) => due)) {
    const { id } = job;
    const advanced = await advance(db, id).catch((error) => {
      log.error({ err: error, replayId: id }, "a replay was not stepped");
      return false;
    });
    if (advanced) queued();
    stepped(job);
  }
  return open.length > 0 ? stepMs : idleMs;
}
