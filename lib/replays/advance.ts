import { and, eq, isNull } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { replays } from "@/db/schema/replays";
import { log } from "@/lib/log";
import { queueTurn, takeBack } from "@/lib/queue/replay";
import { collect } from "./collect";
import { recordFailure } from "./failure";
import { tally } from "./tally";

/** Result of a step. `waiting`: nothing was queued or counted. `locked`: another process is running a step of this replay. */
type Step = "queued" | "counted" | "waiting" | "locked" | "failed";

/**
 * Runs one step of a replay. A failed step is rolled back and postpones the next one; see `recordFailure`.
 * @throws the database's error when the failure cannot be recorded
 */
export async function advance(db: Queries, id: string): Promise<Step> {
  try {
    return await step(db, id);
  } catch (error) {
    log.warn({ err: error, replayId: id }, "replay step failed");
    await recordFailure(db, id, error);
    return "failed";
  }
}

/**
 * Runs one step of a replay, in one process at a time: collects its deliveries, queues as many as its rate allows (or,
 * once cancelled, removes those that wait), and counts those that ended.
 */
function step(db: Queries, id: string): Promise<Step> {
  return db.transaction(async (tx) => {
    const [replay] = await tx
      .select()
      .from(replays)
      .where(and(eq(replays.id, id), isNull(replays.finishedAt)))
      .for("update", { skipLocked: true });
    if (!replay) return "locked";
    const runs = replay.status === "running";
    const collects = runs && !replay.collected;
    if (collects) await collect(tx, replay);
    const queued = runs ? await queueTurn(tx, replay) : 0;
    if (replay.status === "cancelled") await takeBack(tx, id);
    const counted = await tally(tx, replay);
    if (queued > 0) return "queued";
    return counted || collects ? "counted" : "waiting";
  });
}
