import { and, desc, eq, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { webhookSecrets, webhooks } from "@/db/schema/webhooks";
import { type Context, owned } from "@/lib/context";
import { newSecret } from "@/lib/outbound/signature";
import { found } from "@/lib/protocol/problem";
import { subscribed } from "@/lib/subscribed";
import type { SecretRotation } from "./contract";
import { keepSecret, readSecret } from "./kept-secret";

export async function revealSecret(ctx: Context, webhookId: string) {
  await assertMine(ctx.db, ctx, webhookId);
  const rows = await ctx.db
    .select()
    .from(webhookSecrets)
    .where(and(shared(webhookId), isNull(webhookSecrets.validUntil)))
    .orderBy(desc(webhookSecrets.createdAt))
    .limit(1);
  return readSecret(found(rows));
}

/** None of those before signs for longer than the overlap, however often it was rotated meanwhile. */
export async function rotateSecret(
  ctx: Context,
  webhookId: string,
  { overlapSeconds }: SecretRotation,
) {
  return ctx.db.transaction(async (tx) => {
    await assertMine(tx, ctx, webhookId);
    // Cut, for rounded up it might be a moment from now.
    const end = sql`date_trunc('milliseconds', now()) + ${overlapSeconds} * interval '1 second'`;
    await tx
      .update(webhookSecrets)
      .set({ validUntil: sql`least(${webhookSecrets.validUntil}, ${end})` })
      .where(shared(webhookId));
    await tx
      .delete(webhookSecrets)
      .where(and(shared(webhookId), lte(webhookSecrets.validUntil, sql`now()`)));
    const rows = await tx
      .insert(webhookSecrets)
      .values({ ...keepSecret(webhookId, newSecret()), createdAt: sql`clock_timestamp()` })
      .returning();
    return readSecret(found(rows));
  });
}

export async function endOverlap(ctx: Context, webhookId: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await assertMine(tx, ctx, webhookId);
    await tx
      .delete(webhookSecrets)
      .where(and(shared(webhookId), isNotNull(webhookSecrets.validUntil)));
  });
}

/** Locked, where this is part of a transaction: two rotations at once come one after the other. */
async function assertMine(db: Queries, ctx: Context, id: string): Promise<void> {
  const mine = and(eq(webhooks.id, id), owned(ctx, webhooks.accountId), subscribed);
  const rows = db.select({ id: webhooks.id }).from(webhooks).where(mine);
  found(await (db === ctx.db ? rows : rows.for("no key update")));
}

/** What makes `v1` signatures; the key pair of a webhook has rows and rules of its own. */
function shared(webhookId: string): SQL | undefined {
  return and(eq(webhookSecrets.webhookId, webhookId), eq(webhookSecrets.scheme, "v1"));
}
