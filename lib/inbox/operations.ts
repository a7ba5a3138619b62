import { randomBytes } from "node:crypto";
import { and, count, desc, eq } from "drizzle-orm";
import type { AuditAction } from "@/db/audit-actions";
import { inboxBins, inboxRequests } from "@/db/schema/inbox";
import { accountFor, lockAccount, severalInQuery } from "@/lib/accounts/account-for";
import { audit } from "@/lib/audit/audit";
import { changed } from "@/lib/audit/changed-values";
import { type Context, owned } from "@/lib/context";
import { assertFound } from "@/lib/protocol/default-problem";
import { inboxUrl } from "@/lib/protocol/inbox-address";
import { Problem } from "@/lib/protocol/problem";
import { ownedById } from "@/lib/sql";
import type { InboxBinDraft, InboxBinPatch } from "./contract";

type Bin = typeof inboxBins.$inferSelect;

/** Bins of an account. */
const binLimit = 50;

export async function listBins(ctx: Context, account?: string) {
  const rows = await ctx.db
    .select()
    .from(inboxBins)
    .where(
      and(owned(ctx, inboxBins.accountId), account ? eq(inboxBins.accountId, account) : undefined),
    )
    .orderBy(desc(inboxBins.createdAt), desc(inboxBins.id));
  return { bins: rows.map(toBin) };
}

export async function createBin(ctx: Context, draft: InboxBinDraft, account?: string) {
  const accountId = await accountFor(ctx, account, "account", severalInQuery);
  return ctx.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const [existing] = await tx
      .select({ bins: count() })
      .from(inboxBins)
      .where(eq(inboxBins.accountId, accountId));
    if ((existing?.bins ?? 0) >= binLimit) throw binLimitReached();
    const values = { ...complete(draft), accountId, token: newBinToken() };
    const bin = assertFound(await tx.insert(inboxBins).values(values).returning());
    await writeAudit({ ...ctx, db: tx }, "inbox_bin.created", bin, { after: { name: bin.name } });
    return toBin(bin);
  });
}

export async function readBin(ctx: Context, id: string) {
  return toBin(
    assertFound(
      await ctx.db
        .select()
        .from(inboxBins)
        .where(ownedById(ctx, inboxBins, id)),
    ),
  );
}

export async function updateBin(ctx: Context, id: string, patch: InboxBinPatch) {
  if (Object.keys(patch).length === 0) return readBin(ctx, id);
  return ctx.db.transaction(async (tx) => {
    const was = assertFound(
      await tx
        .select()
        .from(inboxBins)
        .where(ownedById(ctx, inboxBins, id))
        .for("update"),
    );
    const rows = await tx
      .update(inboxBins)
      .set(patch)
      .where(ownedById(ctx, inboxBins, id))
      .returning();
    const change = changed(was, patch);
    if (change) await writeAudit({ ...ctx, db: tx }, "inbox_bin.updated", was, change);
    return toBin(assertFound(rows));
  });
}

export async function deleteBin(ctx: Context, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const was = assertFound(
      await tx
        .delete(inboxBins)
        .where(ownedById(ctx, inboxBins, id))
        .returning(),
    );
    await writeAudit({ ...ctx, db: tx }, "inbox_bin.deleted", was, { before: { name: was.name } });
  });
}

export async function clearBin(ctx: Context, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const was = assertFound(
      await tx
        .select()
        .from(inboxBins)
        .where(ownedById(ctx, inboxBins, id))
        .for("update"),
    );
    await tx.delete(inboxRequests).where(eq(inboxRequests.binId, id));
    await writeAudit({ ...ctx, db: tx }, "inbox_bin.cleared", was, {});
  });
}

function complete({ name, status, delaySeconds, retryAfterSeconds, next }: InboxBinDraft) {
  return {
    name: name ?? "Inbox",
    status: status ?? 200,
    delaySeconds: delaySeconds ?? 0,
    retryAfterSeconds: retryAfterSeconds ?? null,
    next: next ?? [],
  };
}

function toBin({ token, ...bin }: Bin) {
  return { ...bin, url: inboxUrl(token) };
}

/** Returns 120 random bits in letters that are not confused with each other. */
function newBinToken(): string {
  const letters = "abcdefghijklmnopqrstuvwxyz234567";
  return Array.from(randomBytes(24), (byte) => letters[byte % letters.length]).join("");
}

function writeAudit(
  ctx: Context,
  action: AuditAction,
  { id, accountId }: Bin,
  values: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> {
  return audit(ctx, { action, accountId, target: id, ...values });
}

function binLimitReached() {
  return new Problem(
    40901,
    `The account has ${binLimit} bins, which is its limit; delete one first.`,
  );
}
