import { and, desc, eq } from "drizzle-orm";
import { webhookSecrets, webhooks } from "@/db/schema/webhooks";
import type { Context } from "@/lib/context";
import { publicHalf } from "@/lib/outbound/signing-key";
import { assertFound } from "@/lib/protocol/default-problem";
import { stillValid, webhookById } from "@/lib/sql";
import { openSecret } from "./sealed-secret";

export async function listSecrets(ctx: Context, webhookId: string) {
  const rows = await validSecrets(ctx, webhookId);
  const pair = rows.find(({ scheme }) => scheme === "v1a");
  return {
    secrets: rows.filter(({ scheme }) => scheme === "v1"),
    signingKey: pair && {
      publicKey: publicHalf(openSecret(pair).secret),
      createdAt: pair.createdAt,
    },
  };
}

/**
 * Returns the rows of the secrets that sign now, newest first, still encrypted.
 * @throws Problem 40400 for an unknown webhook, or one of another account
 */
export async function validSecrets(ctx: Context, webhookId: string) {
  assertFound(
    await ctx.db.select({ id: webhooks.id }).from(webhooks).where(webhookById(ctx, webhookId)),
  );
  return ctx.db
    .select()
    .from(webhookSecrets)
    .where(and(eq(webhookSecrets.webhookId, webhookId), stillValid(webhookSecrets.validUntil)))
    .orderBy(desc(webhookSecrets.createdAt));
}
