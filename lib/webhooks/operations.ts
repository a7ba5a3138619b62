import { and, count, desc, eq, inArray, ne, sql } from "drizzle-orm";
import type { AuditAction } from "@/db/audit-actions";
import type { Queries } from "@/db/client";
import { receivers, webhookSecrets, webhooks } from "@/db/schema/webhooks";
import { accountFor, lockAccount, severalInQuery } from "@/lib/accounts/account-for";
import { audit } from "@/lib/audit/audit";
import { changed } from "@/lib/audit/changed-values";
import { type Context, owned } from "@/lib/context";
import { env } from "@/lib/env";
import { targetPolicy } from "@/lib/outbound/policy";
import { newSecret } from "@/lib/outbound/signature";
import { assertAllowedTarget } from "@/lib/outbound/target";
import { assertFound } from "@/lib/protocol/default-problem";
import type { Parsed } from "@/lib/protocol/endpoint";
import { page } from "@/lib/protocol/paging";
import { Problem } from "@/lib/protocol/problem";
import { cancelAll } from "@/lib/queue/cancel";
import { sealSecret } from "@/lib/secrets/sealed-secret";
import { after, subscribed, webhookById } from "@/lib/sql";
import type { WebhookDraft, WebhookPatch, webhooksApi } from "./contract";

export async function listWebhooks(ctx: Context, query: Parsed<typeof webhooksApi.list>["query"]) {
  const rows = await ctx.db
    .select()
    .from(webhooks)
    .where(
      and(
        owned(ctx, webhooks.accountId),
        subscribed,
        query.account ? eq(webhooks.accountId, query.account) : undefined,
        after(query.cursor, webhooks.createdAt, webhooks.id),
      ),
    )
    .orderBy(desc(webhooks.createdAt), desc(webhooks.id))
    .limit(query.limit + 1);
  return page(rows, query.limit);
}

export async function createWebhook(ctx: Context, draft: WebhookDraft, account?: string) {
  assertAllowedTarget(draft.callbackUrl, targetPolicy(env()));
  const accountId = await accountFor(ctx, account, "account", severalInQuery);

  return ctx.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const [existing] = await tx
      .select({ webhooks: count() })
      .from(webhooks)
      .where(and(eq(webhooks.accountId, accountId), subscribed));
    assertBelowLimit(existing?.webhooks ?? 0);

    const rows = await tx
      .insert(webhooks)
      .values({ ...draft, accountId })
      .returning();
    const webhook = assertFound(rows);
    await tx.insert(webhookSecrets).values(sealSecret(webhook.id, newSecret()));
    await writeAudit({ ...ctx, db: tx }, "webhook.created", webhook, { after: draft });
    return webhook;
  });
}

export async function readWebhook(ctx: Context, id: string) {
  return assertFound(await ctx.db.select().from(webhooks).where(webhookById(ctx, id)));
}

export async function updateWebhook(ctx: Context, id: string, patch: WebhookPatch) {
  if (patch.callbackUrl !== undefined) assertAllowedTarget(patch.callbackUrl, targetPolicy(env()));
  if (Object.keys(patch).length === 0) return readWebhook(ctx, id);

  return ctx.db.transaction(async (tx) => {
    const was = assertFound(
      await tx.select().from(webhooks).where(webhookById(ctx, id)).for("no key update"),
    );
    if (patch.callbackUrl !== undefined) await resetReceiverState(tx, ctx, id, patch.callbackUrl);
    const rows = await tx
      .update(webhooks)
      .set({ ...patch, updatedAt: sql`now()` })
      .where(webhookById(ctx, id))
      .returning();
    const change = changed(was, patch);
    if (change) await writeAudit({ ...ctx, db: tx }, "webhook.updated", was, change);
    return assertFound(rows);
  });
}

/** Drops the circuit-breaker and slow-lane state when the URL changes: it belongs to the old URL. */
async function resetReceiverState(
  tx: Queries,
  ctx: Context,
  id: string,
  callbackUrl: string,
): Promise<void> {
  const moving = tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(webhookById(ctx, id), ne(webhooks.callbackUrl, callbackUrl)));
  await tx.delete(receivers).where(inArray(receivers.webhookId, moving));
}

/** Deletes a webhook and cancels its unfinished deliveries. Its log stays until retention deletes it. */
export async function deleteWebhook(ctx: Context, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const was = assertFound(await tx.delete(webhooks).where(webhookById(ctx, id)).returning());
    await cancelAll(tx, id);
    const { callbackUrl, events, label } = was;
    await writeAudit({ ...ctx, db: tx }, "webhook.deleted", was, {
      before: { callbackUrl, events, ...(label && { label }) },
    });
  });
}

function writeAudit(
  ctx: Context,
  action: AuditAction,
  { id, accountId }: Pick<typeof webhooks.$inferSelect, "id" | "accountId">,
  values: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> {
  return audit(ctx, { action, accountId, target: id, webhook: id, ...values });
}

function assertBelowLimit(existing: number) {
  const limit = env().WEBHOOKS_PER_ACCOUNT;
  if (existing < limit) return;
  throw new Problem(
    40901,
    `The account has ${limit} webhooks, which is its limit; delete one first.`,
  );
}
