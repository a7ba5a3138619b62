import { eq, type SQL, sql } from "drizzle-orm";
import { receivers, webhooks } from "@/db/schema/webhooks";
import type { Context } from "@/lib/context";
import { lateAfterMs, lateBy } from "@/lib/queue/late";
import type { LateLimit } from "@/lib/queue/late-limits";

type Row = {
  webhookId: string | null;
  sending: boolean;
  nextAttemptAt: Date | null;
  readAt: Date;
};

/**
 * Replaces the time of reading of each delivery by the limit of its webhook that makes it late; null unless it has been due for more
 * than a minute. Costs a statement only where there is such a delivery, which reads minutes of its webhook.
 */
export async function withLateBy<T extends Row>(ctx: Context, rows: T[]) {
  const oldest = oldestDue(rows);
  const limits = oldest.size > 0 ? await limitsOf(ctx, oldest) : new Map<string, LateLimit>();
  return rows.map((row) => {
    const { readAt: _, ...shown } = row;
    return { ...shown, lateBy: isOverdue(row) ? (limits.get(row.webhookId) ?? null) : null };
  });
}

type Overdue = { webhookId: string; nextAttemptAt: Date };

function isOverdue<T extends Row>(row: T): row is T & Overdue {
  const { webhookId, sending, nextAttemptAt, readAt } = row;
  return (
    webhookId !== null &&
    !sending &&
    nextAttemptAt !== null &&
    +nextAttemptAt < +readAt - lateAfterMs
  );
}

/** Due time of the oldest of these deliveries of each webhook. */
function oldestDue(rows: readonly Row[]): Map<string, Date> {
  const oldest = new Map<string, Date>();
  for (const { webhookId, nextAttemptAt } of rows.filter(isOverdue)) {
    const known = oldest.get(webhookId);
    if (!known || nextAttemptAt < known) oldest.set(webhookId, nextAttemptAt);
  }
  return oldest;
}

async function limitsOf(ctx: Context, oldest: ReadonlyMap<string, Date>) {
  const due = sql.join(
    [...oldest].map(([id, at]): SQL => sql`(${id}::uuid, ${at.toISOString()}::timestamptz)`),
    sql`, `,
  );
  const rows = await ctx.db
    .select({ id: webhooks.id, by: lateBy(sql`due.at`) })
    .from(webhooks)
    .innerJoin(sql`(values ${due}) due (id, at)`, sql`due.id = ${webhooks.id}`)
    .leftJoin(receivers, eq(receivers.webhookId, webhooks.id));
  return new Map(rows.flatMap(({ id, by }) => (by ? [[id, by] as const] : [])));
}
