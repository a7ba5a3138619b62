import { eq, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { accounts } from "@/db/schema/accounts";
import type { Context } from "@/lib/context";
import { Lru } from "@/lib/lru";
import { Problem } from "@/lib/protocol/problem";
import { problemAt } from "@/lib/protocol/problem-at";
import { sampleAccount } from "./sample-account";

/** Accounts that are known to exist. Only the sample account is ever deleted, so each is looked up once. */
const known = new Lru<string, true>(10_000);

/** The account besides the sample account, or null if there are none or several. */
export const onlyAccount = sql<string | null>`(
  select (array_agg(id))[1]
  from (select id from ${accounts} where id <> ${sampleAccount.id} limit 2) as found
  having count(*) = 1
)`;

/** Message for operations that take the account in the query. */
export const severalInQuery =
  "Name the account in the query, such as ?account={id}, because there are several. GET /v1/accounts lists them";

/**
 * Returns the account of a new row. An account's key always writes to its own account. A caller who sees every account
 * must name one, unless there is only one besides the sample account.
 * @param ifSeveral message for a caller who names none of several
 * @throws Problem 40000
 */
export async function accountFor(
  ctx: Context,
  named: string | undefined,
  field: string,
  ifSeveral = "Name the account, because there are several. GET /v1/accounts lists them",
) {
  if (ctx.accountId) {
    if (!named || named === ctx.accountId) return ctx.accountId;
    throw problemAt(field, "Only a service key or an operator may name another account");
  }
  if (named) return existing(ctx, named, field);
  if (ctx.onlyAccountId) return ctx.onlyAccountId;
  const [row] = await ctx.db.select({ id: onlyAccount }).from(sql`(select) as one_row`);
  if (row?.id) return row.id;
  throw problemAt(field, ifSeveral);
}

async function existing({ db }: Context, id: string, field: string): Promise<string> {
  if (known.get(id)) return id;
  const [account] = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id));
  if (!account)
    throw problemAt(field, "There is no such account. GET /v1/accounts lists those that you see");
  if (id !== sampleAccount.id) known.set(id, true);
  return id;
}

/** Locks an account until the transaction ends: what it has can be counted, and stays so until a row is inserted. */
export async function lockAccount(tx: Queries, id: string): Promise<void> {
  await tx.select().from(accounts).where(eq(accounts.id, id)).for("no key update");
}

/** @throws Problem 40300 for a key of one account; the operation concerns the whole installation */
export function assertSeesAll({ accountId }: Pick<Context, "accountId">): void {
  if (accountId === null) return;
  throw new Problem(40300, "Only a service key or an operator may do this.");
}

/** Returns the accounts of many new rows. Looks each account up once. */
export async function accountsFor(ctx: Context, drafts: { accountId?: string | undefined }[]) {
  const named = [...new Set(drafts.map(({ accountId }) => accountId))];
  const found = new Map<string | undefined, string>();
  for (const one of named) {
    const n = drafts.findIndex(({ accountId }) => accountId === one);
    found.set(one, await accountFor(ctx, one, `events.${n}.accountId`));
  }
  return ({ accountId }: { accountId?: string | undefined }) => found.get(accountId) ?? "";
}
