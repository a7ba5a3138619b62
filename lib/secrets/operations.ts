import { and, desc, eq, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { AuditAction } from "@/db/audit-actions";
import type { Queries } from "@/db/client";
import { webhookSecrets, webhooks } from "@/db/schema/webhooks";
import { audit } from "@/lib/audit/audit";
import type { Context } from "@/lib/context";
import { newSecret } from "@/lib/outbound/signature";
import { assertFound } from "@/lib/protocol/default-problem";
import { assertProvenOrCreator } from "@/lib/session/proven";
import { inSeconds, webhookById } from "@/lib/sql";
import type { SecretRotation } from "./contract";
import { assertBelowSecretLimit } from "./limit";
import { openSecret, sealSecret } from "./sealed-secret";

export async function revealSecret(ctx: Context, webhookId: string) {
  return ctx.db.transaction(async (tx) => {
    const accountId = await lockOwnWebhook(tx, ctx, webhookId);
    const rows = await tx
      .select()
      .from(webhookSecrets)
      .where(and(shared(webhookId), isNull(webhookSecrets.validUntil)))
      .orderBy(desc(webhookSecrets.createdAt))
      .limit(1);
    const row = assertFound(rows);
    await assertProvenOrCreator({ ...ctx, db: tx }, webhookId);
    const secret = openSecret(row);
    await writeAudit({ ...ctx, db: tx, accountId }, "webhook_secret.revealed", webhookId);
    return secret;
  });
}

/** Rotates the shared secret. Older secrets end with the overlap at the latest, however many rotations came before. */
export async function rotateSecret(
  ctx: Context,
  webhookId: string,
  { overlapSeconds }: SecretRotation,
) {
  return ctx.db.transaction(async (tx) => {
    const accountId = await lockOwnWebhook(tx, ctx, webhookId);
    const end = inSeconds(overlapSeconds);
    await tx
      .update(webhookSecrets)
      .set({ validUntil: sql`least(${webhookSecrets.validUntil}, ${end})` })
      .where(shared(webhookId));
    await tx
      .delete(webhookSecrets)
      .where(and(shared(webhookId), lte(webhookSecrets.validUntil, sql`now()`)));
    assertBelowSecretLimit(await tx.$count(webhookSecrets, shared(webhookId)));
    const rows = await tx
      .insert(webhookSecrets)
      .values({ ...sealSecret(webhookId, newSecret()), createdAt: sql`clock_timestamp()` })
      .returning();
    const after = { overlapSeconds };
    await writeAudit({ ...ctx, db: tx, accountId }, "webhook_secret.rotated", webhookId, after);
    return openSecret(assertFound(rows));
  });
}

export async function endOverlap(ctx: Context, webhookId: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const accountId = await lockOwnWebhook(tx, ctx, webhookId);
    const ended = await tx
      .delete(webhookSecrets)
      .where(and(shared(webhookId), isNotNull(webhookSecrets.validUntil)))
      .returning({ id: webhookSecrets.id });
    if (ended.length === 0) return;
    await writeAudit({ ...ctx, db: tx, accountId }, "webhook_secret.overlap_ended", webhookId);
  });
}

/**
 * Returns the account of a webhook and locks its row, so that concurrent rotations run one after the other.
 * @throws Problem 40400
 */
async function lockOwnWebhook(tx: Queries, ctx: Context, id: string): Promise<string> {
  const rows = await tx
    .select({ accountId: webhooks.accountId })
    .from(webhooks)
    .where(webhookById(ctx, id))
    .for("no key update");
  return assertFound(rows).accountId;
}

function writeAudit(ctx: Context, action: AuditAction, id: string, after?: object): Promise<void> {
  return audit(ctx, { action, target: id, webhook: id, after: after && { ...after } });
}

/** Condition that selects the shared secrets (`v1`) of a webhook. Its key pair has rows of its own. */
function shared(webhookId: string): SQL | undefined {
  return and(eq(webhookSecrets.webhookId, webhookId), eq(webhookSecrets.scheme, "v1"));
}
