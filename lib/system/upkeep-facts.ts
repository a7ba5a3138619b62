import { and, asc, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { chores, workers } from "@/db/schema/upkeep";
import { receivers, webhooks } from "@/db/schema/webhooks";

/** Open circuits shown: those with the longest cool-down. */
const mostBreakers = 50;

/** Returns the workers with their last heartbeat. A worker is lost after some seconds without one. */
export async function workersHeard(db: Queries) {
  const alive = sql<boolean>`${workers.beatAt} > now() - interval '10 seconds'`;
  const { id, host, pid, version, startedAt, beatAt } = workers;
  return db
    .select({ id, host, pid, version, startedAt, beatAt, alive })
    .from(workers)
    .orderBy(asc(startedAt), asc(id));
}

export async function retentionRun(db: Queries) {
  const { ranAt, tookMs, succeeded } = chores;
  const [run] = await db
    .select({ ranAt, tookMs, succeeded })
    .from(chores)
    .where(eq(chores.name, "retention"));
  return run;
}

/**
 * Returns webhooks with an open circuit, except those that are paused: they get no probe. At allowance 0 one probe is sent after
 * the cool-down; a half-open circuit then lets more and more through.
 */
export async function openBreakers(db: Queries) {
  const rows = await db
    .select({
      webhookId: receivers.webhookId,
      callbackUrl: webhooks.callbackUrl,
      allowance: receivers.allowance,
      opensAt: receivers.openUntil,
      resting: sql<boolean>`${receivers.openUntil} > now()`,
    })
    .from(receivers)
    .innerJoin(webhooks, eq(webhooks.id, receivers.webhookId))
    .where(and(isNotNull(receivers.openUntil), isNull(webhooks.pausedAt)))
    .orderBy(desc(receivers.openUntil))
    .limit(mostBreakers);
  return rows.map(({ allowance, resting, opensAt, ...webhook }) => ({
    ...webhook,
    opensAt: opensAt ?? new Date(),
    state: breakerState(allowance, resting),
  }));
}

function breakerState(allowance: number, resting: boolean) {
  if (allowance > 0) return "ramping" as const;
  return resting ? ("open" as const) : ("probing" as const);
}
