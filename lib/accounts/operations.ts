import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { isDuplicate } from "@/db/violation";
import { audit } from "@/lib/audit/audit";
import { changed } from "@/lib/audit/changed-values";
import { forgetAccess } from "@/lib/changes/access";
import { type Context, owned } from "@/lib/context";
import { assertFound } from "@/lib/protocol/default-problem";
import { Id } from "@/lib/protocol/ids";
import { decodeCursor, page } from "@/lib/protocol/paging";
import { problemAt } from "@/lib/protocol/problem-at";
import { accountById, afterOldest, upTo } from "@/lib/sql";
import { assertSeesAll } from "./account-for";
import type { AccountDraft, AccountQuery } from "./contract";

export async function listAccounts(ctx: Context, { limit, cursor, q }: AccountQuery = {}) {
  const { id, createdAt } = accounts;
  const rank = q ? [rankOf(q)] : [];
  const rest = q ? afterRanked(ctx, q, cursor) : afterOldest(cursor, createdAt, id);
  const all = ctx.db
    .select()
    .from(accounts)
    .where(and(owned(ctx, id), rest, q ? matches(q) : undefined))
    .orderBy(...rank, asc(createdAt), asc(id));
  const { items, nextCursor } = page(await upTo(all.$dynamic(), limit), limit);
  return { accounts: items, nextCursor };
}

export async function readAccount(ctx: Context, id: string) {
  return assertFound(await ctx.db.select().from(accounts).where(accountById(ctx, id)));
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
  return ctx.db.transaction(async (tx) => {
    // One change at a time, so that the audit log has the name that each of them found.
    const found = await tx.select().from(accounts).where(accountById(ctx, id)).for("no key update");
    const { name } = assertFound(found);
    assertSeesAll(ctx);
    const updating = tx.update(accounts).set(draft).where(accountById(ctx, id)).returning();
    const rows = await updating.catch((error) => {
      throw isDuplicate(error) ? taken() : error;
    });
    const change = changed({ name }, draft);
    const entry = { action: "account.renamed", accountId: id, target: id } as const;
    if (change) await audit({ ...ctx, db: tx }, { ...entry, ...change });
    return assertFound(rows);
  });
}

/** Condition of accounts with a text in their name, or with this id. */
function matches(q: string): SQL | undefined {
  const isPart = sql`strpos(lower(${accounts.name}), lower(${q})) > 0`;
  return Id.safeParse(q).success ? or(isPart, eq(accounts.id, q)) : isPart;
}

/** Position of a match: 0 if the text is the name or the id, 1 if the name begins with it, else 2. */
function rankOf(q: string): SQL {
  const name = sql`lower(${accounts.name})`;
  return sql`case
    when ${name} = lower(${q}) or ${accounts.id}::text = lower(${q}) then 0
    when starts_with(${name}, lower(${q})) then 1 else 2 end`;
}

/** Condition of the matches after a cursor. The rank of its account is looked up: cursors have the time and the id only. */
function afterRanked(ctx: Context, q: string, cursor: string | undefined): SQL | undefined {
  if (!cursor) return undefined;
  const last = decodeCursor(cursor);
  const rank = ctx.db
    .select({ rank: rankOf(q) })
    .from(accounts)
    .where(accountById(ctx, last.id));
  return sql`(${rankOf(q)}, ${accounts.createdAt}, ${accounts.id})
    > (coalesce((${rank}), 2), ${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`;
}

function taken() {
  const message = "An account with this name already exists";
  return problemAt("name", message, 40900);
}
