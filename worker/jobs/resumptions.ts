import type { Database } from "@/db/client";
import { announce } from "@/lib/changes/announce";
import { every } from "@/lib/every";
import { isBacklogDeep } from "@/lib/queue/backlog";
import { resumeNext } from "@/lib/queue/resume";

/** Poll interval; `DueWork` wakes it while there is a resumption. */
const idleMs = 60_000;
/** Pause while the backlog is deep. Not measured. */
const slowMs = 500;

type Listeners = { freed: () => void; listen: (wake: () => void) => void };

/**
 * Makes parked deliveries of resumed webhooks due, portion by portion, until it is stopped. Several workers may run it.
 * @param listeners.freed called after deliveries became due
 */
export function runResumptions(
  db: Database,
  { freed, listen }: Listeners,
  stopping: AbortSignal,
): Promise<void> {
  const resumeWebhooks = async () => ({ nextAfterMs: await step(db, freed) });
  return every(idleMs, resumeWebhooks, stopping, { listen });
}

/** Runs one step. Returns the pause after it in ms: its duration or more, so that other statements get half of the time. */
async function step(db: Database, freed: () => void): Promise<number> {
  const startedAt = performance.now();
  const resumed = await resumeNext(db);
  if (!resumed) return idleMs;
  if (resumed.freed > 0) freed();
  for (const account of resumed.accountIds) announce(db.$client, { kind: "deliveries", account });
  return (await isBacklogDeep(db.$client)) ? slowMs : performance.now() - startedAt;
}
