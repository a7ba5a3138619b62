import { and, eq, sql } from "drizzle-orm";
import { queue } from "@/db/schema/deliveries";
import { webhooks } from "@/db/schema/webhooks";
import { type Context, owned } from "@/lib/context";
import { found } from "@/lib/protocol/problem";
import type { WebhookSettingsPatch } from "./contract";

const columns = {
  label: webhooks.label,
  paused: sql<boolean>`${webhooks.pausedAt} is not null`,
  deadlineSeconds: webhooks.deadlineSeconds,
  maxConcurrency: webhooks.maxConcurrency,
};

export async function readSettings(ctx: Context, id: string) {
  return found(await ctx.db.select(columns).from(webhooks).where(mine(ctx, id)));
}

export async function updateSettings(ctx: Context, id: string, patch: WebhookSettingsPatch) {
  if (Object.keys(patch).length === 0) return readSettings(ctx, id);
  const { paused, ...rest } = patch;
  const settings = await ctx.db.transaction(async (tx) => {
    const rows = await tx
      .update(webhooks)
      .set({ ...rest, ...pause(paused) })
      .where(mine(ctx, id))
      .returning(columns);
    const changed = found(rows);
    if (paused === false) await tx.update(queue).set({ dueAt: sql`now()` }).where(parked(id));
    return changed;
  });
  if (paused === false) ctx.queue.wake();
  return settings;
}

/** Pausing what is paused already keeps its time and reason. */
function pause(paused: boolean | undefined) {
  if (paused === undefined) return {};
  if (!paused) return { pausedAt: null, pauseReason: null };
  return {
    pausedAt: sql`coalesce(${webhooks.pausedAt}, now())`,
    pauseReason: sql`coalesce(${webhooks.pauseReason}, 'person')`,
  };
}

/** Waiting because the webhook was paused, not because of the retry schedule. */
function parked(id: string) {
  return and(eq(queue.webhookId, id), eq(queue.dueAt, sql`'infinity'`));
}

function mine(ctx: Context, id: string) {
  return and(eq(webhooks.id, id), owned(ctx, webhooks.accountId));
}
