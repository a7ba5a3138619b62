import { and, desc, eq, isNull } from "drizzle-orm";
import { webhookSecrets, webhooks } from "@/db/schema/webhooks";
import { type Context, owned } from "@/lib/context";
import { found } from "@/lib/protocol/problem";
import { subscribed } from "@/lib/subscribed";

export async function revealSecret(ctx: Context, webhookId: string) {
  const rows = await ctx.db
    .select({ secret: webhookSecrets.secret, createdAt: webhookSecrets.createdAt })
    .from(webhookSecrets)
    .innerJoin(webhooks, eq(webhooks.id, webhookSecrets.webhookId))
    .where(
      and(
        eq(webhooks.id, webhookId),
        owned(ctx, webhooks.accountId),
        subscribed,
        isNull(webhookSecrets.validUntil),
      ),
    )
    .orderBy(desc(webhookSecrets.createdAt))
    .limit(1);
  return found(rows);
}
