import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { apiKeys } from "@/db/schema/accounts";
import { accountFor } from "@/lib/account-for";
import { type Context, owned } from "@/lib/context";
import { found } from "@/lib/protocol/problem";
import type { ApiKeyDraft } from "./contract";
import { hashKey, hintOf, newApiKey } from "./key";

export async function listApiKeys(ctx: Context) {
  const rows = await ctx.db
    .select()
    .from(apiKeys)
    .where(and(owned(ctx, apiKeys.accountId), isNull(apiKeys.revokedAt)))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
  return { apiKeys: rows };
}

export async function issueApiKey(ctx: Context, { accountId, ...draft }: ApiKeyDraft) {
  const owner = await ownerOf(ctx, accountId);
  const key = newApiKey();
  const rows = await ctx.db
    .insert(apiKeys)
    .values({ ...draft, accountId: owner, keyHash: hashKey(key), ...hintOf(key) })
    .returning();
  return { ...found(rows), key };
}

export async function revokeApiKey(ctx: Context, id: string): Promise<void> {
  const rows = await ctx.db
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiKeys.id, id), owned(ctx, apiKeys.accountId), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  found(rows);
}

/** Only who sees every account may issue a service key, which sees every account too. */
function ownerOf(ctx: Context, accountId: string | null | undefined) {
  if (accountId === null && ctx.accountId === null) return null;
  return accountFor(ctx, accountId ?? undefined, "accountId");
}
