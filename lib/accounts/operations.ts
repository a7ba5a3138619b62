import { asc } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { type Context, owned } from "@/lib/context";
import { found, Problem } from "@/lib/protocol/problem";
import type { AccountDraft } from "./contract";

export async function listAccounts(ctx: Context) {
  const rows = await ctx.db
    .select()
    .from(accounts)
    .where(owned(ctx, accounts.id))
    .orderBy(asc(accounts.createdAt), asc(accounts.id));
  return { accounts: rows };
}

export async function createAccount(ctx: Context, draft: AccountDraft) {
  if (ctx.accountId !== null)
    throw new Problem(40300, "Only a service key or an operator may do this.");
  const rows = await ctx.db.insert(accounts).values(draft).onConflictDoNothing().returning();
  if (rows.length === 0) {
    const message = "There is an account of this name already";
    throw new Problem(40900, `name: ${message}.`, { issues: [{ path: "name", message }] });
  }
  return found(rows);
}
