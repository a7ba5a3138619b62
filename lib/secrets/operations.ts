import { and, desc, eq, getTableColumns, isNull } from "drizzle-orm";
import { webhookSecrets, webhooks } from "@/db/schema/webhooks";
import { type Context, owned } from "@/lib/context";
import { found } from "@/lib/protocol/problem";
import { subscribed } from "@/lib/subscribed";
import { readSecret } from "./kept-secret";

export async function revealSecret(ctx: Context, webhookId: string) {
  const rows = await ctx.db
    .select(getTableColumns(webhookSecrets))
    .from(webhookSecrets)
    .innerJoin(webhooks, eq(webhooks.id, webhookSecrets.webhookId))
    .where(
      and(
        eq(webhooks.id, webhookId),
        owned(ctx, webhooks.accountId),
        subscribed,
        isNull(webhookSecrets.validUntil),
        eq(webhookSecrets.scheme, "v1"),
      ),
    )
    .orderBy(desc(webhookSecrets.createdAt))
    .limit(1);
  return readSecret(found(rows));
}
