import { and, eq, isNull, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { replays } from "@/db/schema/replays";
import { queueTurn, takeBack } from "@/lib/queue/replay";
import { collect } from "./collect";
import { tally } from "./tally";

/**
 * One step of a job, by one process at a time: finds what belongs to it, queues as many as its rate allows now,
 * or takes back what waits once it is cancelled, and counts what has ended. True when something was queued.
 */
export async function advance(db: Queries, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [replay] = await tx
      .select()
      .from(replays)
      .where(and(eq(replays.id, id), isNull(replays.finishedAt)))
      .for("update", { skipLocked: true });
    if (!replay) return false;
    const runs = replay.status === "running";
    if (runs && !replay.collected) await collect(tx, replay);
    const queued = runs ? await queueTurn(tx, replay) : 0;
    if (!runs) await takeBack(tx, id);
    await tally(tx, replay);
    return queued > 0;
  });
}

/** Jobs that are not finished, and whether their next step is due. */
export function openReplays(db: Queries) {
  return db
    .select({
      id: replays.id,
      accountId: replays.accountId,
      due: sql<boolean>`${replays.nextStepAt} <= now()`,
    })
    .from(replays)
    .where(isNull(replays.finishedAt))
    .orderBy(replays.nextStepAt);
}
