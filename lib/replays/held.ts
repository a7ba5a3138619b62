import { and, eq, sql } from "drizzle-orm";
import { queue } from "@/db/schema/deliveries";
import { receivers, webhooks } from "@/db/schema/webhooks";
import { type Context, owned } from "@/lib/context";

type Held = { paused: number; circuitOpen: number; retrying: number };

/**
 * Counts the queued deliveries of a replay that cannot be sent now, by what holds them: a pause, an open circuit or the
 * wait before their next retry. Null when none is held.
 */
export async function heldOf(ctx: Context, replayId: string): Promise<Held | null> {
  const paused = sql`${webhooks.pausedAt} is not null`;
  const open = sql`not (${paused}) and ${receivers.openUntil} is not null`;
  const waits = sql`not (${paused}) and ${receivers.openUntil} is null and not ${queue.leased}
    and ${queue.dueAt} > now() + interval '2 seconds'`;
  const [held] = await ctx.db
    .select({
      paused: sql<number>`(count(*) filter (where ${paused}))::int`,
      circuitOpen: sql<number>`(count(*) filter (where ${open}))::int`,
      retrying: sql<number>`(count(*) filter (where ${waits}))::int`,
    })
    .from(queue)
    .innerJoin(webhooks, eq(webhooks.id, queue.webhookId))
    .leftJoin(receivers, eq(receivers.webhookId, queue.webhookId))
    .where(and(eq(queue.replayId, replayId), owned(ctx, queue.accountId)));
  return held && held.paused + held.circuitOpen + held.retrying > 0 ? held : null;
}
