import { and, eq } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { webhookSecrets, webhooks } from "@/db/schema/webhooks";
import { audit } from "@/lib/audit/audit";
import type { Context } from "@/lib/context";
import { newPrivateKey, publicHalf } from "@/lib/outbound/signing-key";
import { assertFound } from "@/lib/protocol/default-problem";
import { openSecret, sealSecret } from "@/lib/secrets/sealed-secret";
import { webhookById } from "@/lib/sql";

const noKey = "The webhook has no signing key. PUT /v1/webhooks/{id}/signing-key creates one.";

export async function readSigningKey(ctx: Context, webhookId: string) {
  assertFound(await selectOwner(ctx.db, ctx, webhookId));
  return toSigningKey(assertFound(await pair(ctx.db, webhookId), noKey));
}

export async function enableSigningKey(ctx: Context, webhookId: string) {
  return ctx.db.transaction(async (tx) => {
    const { accountId } = assertFound(await selectOwner(tx, ctx, webhookId).for("no key update"));
    const [kept] = await pair(tx, webhookId);
    if (kept) return toSigningKey(kept);
    const row = { ...sealSecret(webhookId, newPrivateKey()), scheme: "v1a" as const };
    const made = toSigningKey(assertFound(await tx.insert(webhookSecrets).values(row).returning()));
    const { publicKey } = made;
    const entry = { accountId, target: webhookId, webhook: webhookId, after: { publicKey } };
    await audit({ ...ctx, db: tx }, { action: "signing_key.enabled", ...entry });
    return made;
  });
}

export async function disableSigningKey(ctx: Context, webhookId: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { accountId } = assertFound(await selectOwner(tx, ctx, webhookId).for("no key update"));
    const gone = await tx.delete(webhookSecrets).where(asymmetric(webhookId)).returning();
    if (gone.length === 0) return;
    const entry = { accountId, target: webhookId, webhook: webhookId };
    await audit({ ...ctx, db: tx }, { action: "signing_key.disabled", ...entry });
  });
}

function pair(db: Queries, webhookId: string) {
  return db.select().from(webhookSecrets).where(asymmetric(webhookId));
}

function asymmetric(webhookId: string) {
  return and(eq(webhookSecrets.webhookId, webhookId), eq(webhookSecrets.scheme, "v1a"));
}

function selectOwner(db: Queries, ctx: Context, id: string) {
  return db.select({ accountId: webhooks.accountId }).from(webhooks).where(webhookById(ctx, id));
}

/** Returns a signing key without its private key. */
function toSigningKey(row: typeof webhookSecrets.$inferSelect) {
  const { secret, createdAt } = openSecret(row);
  return { publicKey: publicHalf(secret), createdAt };
}
