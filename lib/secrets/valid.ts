import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { webhookSecrets, webhooks } from "@/db/schema/webhooks";
import type { Context } from "@/lib/context";
import { found } from "@/lib/protocol/problem";
import { webhookById } from "@/lib/sql";

/**
 * Returns the rows of the secrets that sign now, newest first, still encrypted.
 * @throws Problem 40400 for an unknown webhook, or one of another account
 */
export async function validSecrets(ctx: Context, webhookId: string) {
  found(await ctx.db.select({ id: webhooks.id }).from(webhooks).where(webhookById(ctx, webhookId)));
  return ctx.db
    .select()
    .from(webhookSecrets)
    .where(
      and(
        eq(webhookSecrets.webhookId, webhookId),
        or(isNull(webhookSecrets.validUntil), gt(webhookSecrets.validUntil, sql`now()`)),
      ),
    )
    .orderBy(desc(webhookSecrets.createdAt));
}
