import { setTimeout as delay } from "node:timers/promises";
import type { Queries } from "@/db/client";
import { log } from "@/lib/log";
import { advance } from "@/lib/replays/advance";
import { type DueReplay, dueReplays, nextStepInMs } from "@/lib/replays/due";

/** Steps running at once in this process, each of a different account. */
export const stepsAtOnce = 3;
/** Pause before a replay that another process holds is tried again. */
const lockedMs = 200;
/** Poll interval; `DueWork` wakes it when a step is due. */
const idleMs = 60_000;
/** Pause after a failure. Not measured. */
const failedMs = 1000;

/** A replay that waits for retries of its deliveries, which may take days, is announced once in this time. */
const waitingMs = 5000;

/** Running steps by account, replays recently found locked, and those recently announced. */
type Steps = {
  underWay: Map<string | null, Promise<void>>;
  locked: Set<string>;
  announced: Set<string>;
};
/**
 * `queued` is called after deliveries were queued, `stepped` after each step that queued or counted some, and now and then
 * while a replay waits; `listen` gets a function that ends the pause under way.
 */
type Listeners = {
  queued: () => void;
  stepped: (replay: DueReplay) => void;
  listen: (wake: () => void) => void;
};

/**
 * Advances replays until it is stopped. All state is in the database, and a step runs under the lock of its replay, so
 * several processes run each step once, and any of them may be lost. Accounts take turns, and each has at most one step
 * running in a process: a slow or failing replay delays only its own account.
 */
export async function runReplays(
  db: Queries,
  listeners: Listeners,
  stopping: AbortSignal,
): Promise<void> {
  const steps: Steps = { underWay: new Map(), locked: new Set(), announced: new Set() };
  let rested = new AbortController();
  listeners.listen(() => rested.abort());
  while (!stopping.aborted) {
    const restMs = await startSteps(db, listeners, steps, stopping).catch((error) => {
      log.warn({ err: error }, "reading due replays failed; retrying");
      return failedMs;
    });
    rested = new AbortController();
    const resting = delay(restMs, null, { signal: AbortSignal.any([stopping, rested.signal]) });
    await Promise.race([resting.catch(() => null), ...steps.underWay.values()]);
    rested.abort();
  }
  await Promise.all(steps.underWay.values());
}

/** Starts steps up to the limit. Returns the time until the next step is due, in ms. */
async function startSteps(
  db: Queries,
  listeners: Listeners,
  steps: Steps,
  stopping: AbortSignal,
): Promise<number> {
  const { underWay, locked, announced } = steps;
  const limit = stepsAtOnce - underWay.size;
  if (limit <= 0) return idleMs;
  const due = await dueReplays(db, { busy: [...underWay.keys()], locked: [...locked], limit });
  for (const replay of due) {
    const done = step(db, replay, { ...listeners, announced }, stopping);
    underWay.set(
      replay.accountId,
      done.then((isLocked) => {
        underWay.delete(replay.accountId);
        if (isLocked) keepFor(lockedMs, replay.id, locked);
      }),
    );
  }
  // Further replays of a busy account are read when its step has ended.
  if (underWay.size > 0) return idleMs;
  if (locked.size > 0) return lockedMs;
  return Math.min(Math.max((await nextStepInMs(db)) ?? idleMs, 0), idleMs);
}

/** Keeps the id of a replay in a set for `ms`. */
function keepFor(ms: number, id: string, replays: Set<string>): void {
  replays.add(id);
  setTimeout(() => replays.delete(id), ms).unref();
}

/** Runs one step. Returns true when the replay should be skipped for a moment. */
async function step(
  db: Queries,
  replay: DueReplay,
  { queued, stepped, announced }: Listeners & Pick<Steps, "announced">,
  stopping: AbortSignal,
): Promise<boolean> {
  try {
    const result = await advance(db, replay.id);
    if (result === "queued") queued();
    if (result === "waiting" ? !announced.has(replay.id) : result !== "locked") {
      keepFor(waitingMs, replay.id, announced);
      stepped(replay);
    }
    return result === "locked";
  } catch (error) {
    if (!stopping.aborted)
      log.warn({ err: error, replayId: replay.id }, "recording a replay failure failed");
    return true;
  }
}
