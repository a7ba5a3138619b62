import { and, asc, eq } from "drizzle-orm";
import { isDuplicate } from "@/db/duplicate";
import { accounts } from "@/db/schema/accounts";
import { assertSeesAll } from "@/lib/account-for";
import { audit } from "@/lib/audit/audit";
import { changed } from "@/lib/audit/masked";
import { forgetAccess } from "@/lib/changes/access";
import { type Context, owned } from "@/lib/context";
import { assertFound, Problem } from "@/lib/protocol/problem";
import type { AccountDraft } from "./contract";

export async function listAccounts(ctx: Context) {
  const rows = await ctx.db
    .select()
    .from(accounts)
    .where(owned(ctx, accounts.id))
    .orderBy(asc(accounts.createdAt), asc(accounts.id));
  return { accounts: rows };
}

export async function readAccount(ctx: Context, id: string) {
  return assertFound(await ctx.db.select().from(accounts).where(ownAccount(ctx, id)));
}

export async function createAccount(ctx: Context, draft: AccountDraft) {
  assertSeesAll(ctx);
  const account = await ctx.db.transaction(async (tx) => {
    const rows = await tx.insert(accounts).values(draft).onConflictDoNothing().returning();
    const [made] = rows;
    if (!made) throw taken();
    const entry = { accountId: made.id, target: made.id, after: draft };
    await audit({ ...ctx, db: tx }, { action: "account.created", ...entry });
    return made;
  });
  forgetAccess("account", account.id);
  return account;
}

export async function renameAccount(ctx: Context, id: string, draft: AccountDraft) {
  const { name } = await readAccount(ctx, id);
  assertSeesAll(ctx);
  return ctx.db.transaction(async (tx) => {
    const updating = tx.update(accounts).set(draft).where(ownAccount(ctx, id)).returning();
    const rows = await updating.catch((error) => {
      throw isDuplicate(error) ? taken() : error;
    });
    const change = changed({ name }, draft);
    const entry = { action: "account.renamed", accountId: id, target: id } as const;
    if (change) await audit({ ...ctx, db: tx }, { ...entry, ...change });
    return assertFound(rows);
  });
}

function taken() {
  const message = "An account with this name already exists";
  return new Problem(40900, `name: ${message}.`, { issues: [{ path: "name", message }] });
}

function ownAccount(ctx: Context, id: string) {
  return and(eq(accounts.id, id), owned(ctx, accounts.id));
}
