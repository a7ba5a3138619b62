import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { webhookSecrets, webhooks } from "@/db/schema/webhooks";
import { type Context, owned } from "@/lib/context";
import { publicHalf } from "@/lib/outbound/signing-key";
import { found } from "@/lib/protocol/problem";
import { subscribed } from "@/lib/subscribed";
import { readSecret } from "./kept-secret";

export async function listSecrets(ctx: Context, webhookId: string) {
  const mine = and(eq(webhooks.id, webhookId), owned(ctx, webhooks.accountId), subscribed);
  found(await ctx.db.select({ id: webhooks.id }).from(webhooks).where(mine));
  const rows = await ctx.db
    .select()
    .from(webhookSecrets)
    .where(
      and(
        eq(webhookSecrets.webhookId, webhookId),
        or(isNull(webhookSecrets.validUntil), gt(webhookSecrets.validUntil, sql`now()`)),
      ),
    )
    .orderBy(desc(webhookSecrets.createdAt));
  const pair = rows.find(({ scheme }) => scheme === "v1a");
  return {
    secrets: rows.filter(({ scheme }) => scheme === "v1"),
    signingKey: pair && {
      publicKey: publicHalf(readSecret(pair).secret),
      createdAt: pair.createdAt,
    },
  };
}
