import { and, desc, eq, isNull, ne, sql } from "drizzle-orm";
import type { PgInsertValue } from "drizzle-orm/pg-core";
import type { AuditAction } from "@/db/audit-actions";
import type { Queries } from "@/db/client";
import { apiKeys } from "@/db/schema/accounts";
import { accountFor, lockAccount } from "@/lib/accounts/account-for";
import { audit } from "@/lib/audit/audit";
import { forgetAccess } from "@/lib/changes/access";
import { type Context, nameOf, owned } from "@/lib/context";
import { assertFound } from "@/lib/protocol/default-problem";
import type { Parsed } from "@/lib/protocol/endpoint";
import { page } from "@/lib/protocol/paging";
import { Problem } from "@/lib/protocol/problem";
import { after, inSeconds, ownedById, upTo } from "@/lib/sql";
import { type ApiKeyDraft, type ApiKeyRotation, type apiKeysApi, keyLimit } from "./contract";
import { hashKey, hintOf, newApiKey } from "./key";

type Row = typeof apiKeys.$inferSelect;
type Draft = PgInsertValue<typeof apiKeys>;
type ListQuery = Parsed<typeof apiKeysApi.list>["query"];

export async function listApiKeys(ctx: Context, { account, limit, cursor }: ListQuery = {}) {
  const { id, accountId, createdAt, revokedAt } = apiKeys;
  const ofAccount = account ? eq(accountId, account) : undefined;
  const all = ctx.db
    .select()
    .from(apiKeys)
    .where(and(owned(ctx, accountId), ofAccount, isNull(revokedAt), after(cursor, createdAt, id)))
    .orderBy(desc(createdAt), desc(id));
  const { items, nextCursor } = page(await upTo(all.$dynamic(), limit), limit);
  return { apiKeys: items, nextCursor };
}

export async function readApiKey(ctx: Context, id: string) {
  return assertFound(await ctx.db.select().from(apiKeys).where(unrevokedKey(ctx, id)));
}

export async function issueApiKey(ctx: Context, { expiresAt, ...draft }: ApiKeyDraft) {
  const accountId = await ownerOf(ctx, draft.accountId);
  const end = expiresAt === undefined ? null : new Date(expiresAt);
  return ctx.db.transaction(async (tx) => {
    if (accountId !== null) await assertBelowLimit(tx, accountId);
    const issued = await store(tx, { ...draft, accountId, createdBy: nameOf(ctx), expiresAt: end });
    await writeAudit({ ...ctx, db: tx }, "api_key.issued", issued, {
      after: auditedFields(issued),
    });
    return issued;
  });
}

/** Creates a key of the same kind and lifetime. The old key ends after the overlap. */
export async function rotateApiKey(ctx: Context, id: string, { overlapSeconds }: ApiKeyRotation) {
  const issued = await ctx.db.transaction(async (tx) => {
    const old = assertFound(
      await tx.select().from(apiKeys).where(unrevokedKey(ctx, id)).for("no key update"),
    );
    if (old.replacedBy) {
      throw new Problem(40900, "This key was already rotated. Rotate its replacement.");
    }
    const { name, scopes, accountId, createdAt, expiresAt } = old;
    if (accountId !== null) await assertBelowLimit(tx, accountId);
    const life = expiresAt && Math.max(0, expiresAt.getTime() - createdAt.getTime());
    const issued = await store(tx, {
      name,
      scopes,
      accountId,
      createdBy: nameOf(ctx),
      ...(life !== null && { expiresAt: sql`now() + ${life} * interval '1 ms'` }),
    });
    const end = inSeconds(overlapSeconds);
    await tx
      .update(apiKeys)
      .set({ expiresAt: sql`least(${apiKeys.expiresAt}, ${end})`, replacedBy: issued.id })
      .where(unrevokedKey(ctx, id));
    const after = { ...auditedFields(issued), id: issued.id, overlapSeconds };
    await writeAudit({ ...ctx, db: tx }, "api_key.rotated", old, {
      before: auditedFields(old),
      after,
    });
    return issued;
  });
  forgetAccess("key", id);
  return issued;
}

export async function revokeApiKey(ctx: Context, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const rows = await tx
      .update(apiKeys)
      .set({ revokedAt: sql`now()` })
      .where(unrevokedKey(ctx, id))
      .returning();
    const revoked = assertFound(rows);
    await writeAudit({ ...ctx, db: tx }, "api_key.revoked", revoked, {
      before: auditedFields(revoked),
    });
  });
  forgetAccess("key", id);
}

/**
 * Undoes a revocation of the last five minutes.
 * @throws Problem 40400 for a key that is valid, or was revoked earlier, 40901 when the account has as many keys as it may
 */
export async function restoreApiKey(ctx: Context, id: string) {
  return ctx.db.transaction(async (tx) => {
    const rows = await tx
      .update(apiKeys)
      .set({ revokedAt: null })
      .where(
        and(ownedById(ctx, apiKeys, id), sql`${apiKeys.revokedAt} > now() - interval '5 minutes'`),
      )
      .returning();
    const isUnrevoked = rows.length === 0 && (await tx.$count(apiKeys, unrevokedKey(ctx, id))) > 0;
    const restored = assertFound(
      rows,
      isUnrevoked ? "The key is valid: nothing to restore." : undefined,
    );
    if (restored.accountId !== null) await assertBelowLimit(tx, restored.accountId, id);
    const after = auditedFields(restored);
    await writeAudit({ ...ctx, db: tx }, "api_key.restored", restored, { after });
    return restored;
  });
}

/**
 * Locks the account until the transaction ends, so that its keys besides the restored one stay below the limit.
 * @throws Problem 40901
 */
async function assertBelowLimit(tx: Queries, ofAccount: string, restored?: string): Promise<void> {
  await lockAccount(tx, ofAccount);
  const { id, accountId, revokedAt } = apiKeys;
  const isOther = restored === undefined ? undefined : ne(id, restored);
  const active = await tx.$count(
    apiKeys,
    and(eq(accountId, ofAccount), isNull(revokedAt), isOther),
  );
  if (active < keyLimit) return;
  throw new Problem(
    40901,
    `The account has ${keyLimit} API keys, which is the limit; revoke one first.`,
  );
}

async function store(tx: Queries, draft: Omit<Draft, "keyHash" | "prefix" | "last4">) {
  const key = newApiKey();
  const rows = await tx
    .insert(apiKeys)
    .values({ ...draft, keyHash: hashKey(key), ...hintOf(key) })
    .returning();
  return { ...assertFound(rows), key };
}

function writeAudit(ctx: Context, action: AuditAction, { id, accountId }: Row, values: object) {
  return audit(ctx, { action, accountId, target: id, ...values });
}

/** Returns the fields of a key for its audit entry: those that a list shows. */
function auditedFields({ name, scopes, prefix, last4, expiresAt }: Row) {
  return { name, scopes, prefix, last4, ...(expiresAt && { expiresAt }) };
}

/** Condition of a key that is not revoked, expired or not. */
function unrevokedKey(ctx: Context, id: string) {
  return and(ownedById(ctx, apiKeys, id), isNull(apiKeys.revokedAt));
}

/**
 * Returns the account of a new key. Only callers who see every account may create a service key, which sees every
 * account.
 */
function ownerOf(ctx: Context, accountId: string | null | undefined) {
  if (accountId === null && ctx.accountId === null) return null;
  const ifSeveral =
    "Name the account, or give null for a service key. GET /v1/accounts lists accounts";
  return accountFor(ctx, accountId ?? undefined, "accountId", ifSeveral);
}
