import { and, eq, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { accounts, sessions, signInLinks, users } from "@/db/schema/accounts";
import { assertSeesAll } from "@/lib/accounts/account-for";
import { audit } from "@/lib/audit/audit";
import { changed } from "@/lib/audit/changed-values";
import type { Context } from "@/lib/context";
import { assertFound } from "@/lib/protocol/default-problem";
import { Problem } from "@/lib/protocol/problem";
import { problemAt } from "@/lib/protocol/problem-at";
import { openSession, type SignedIn, withPasswordless } from "@/lib/session/browser-session";
import { countWrongToken } from "@/lib/session/sign-in-limits";
import { hashToken, newToken } from "@/lib/session/token";
import { accountById, inSeconds } from "@/lib/sql";
import { endInvitationTo } from "@/lib/users/end-invitations";
import { memberOf } from "@/lib/users/members";
import type { SignInLinkDraft, SignInLinkToken } from "./contract";

type User = typeof users.$inferSelect;

/** How long a sign-in link works. */
const lifetimeSeconds = 600;

/**
 * Creates a link for a member of the account, and the member if there is none with this e-mail address.
 * @throws Problem 40900 if the address belongs to an operator, or to a member of another account
 */
export async function createSignInLink(ctx: Context, account: string, draft: SignInLinkDraft) {
  assertFound(await ctx.db.select().from(accounts).where(accountById(ctx, account)));
  assertSeesAll(ctx);
  const accountId = await memberOf(ctx, account);
  return ctx.db.transaction(async (tx) => {
    const within = { ...ctx, db: tx };
    const member = await findOrCreate(within, { ...draft, accountId });
    if (member.accountId !== accountId) throw foreign();
    const { role = member.role } = draft;
    if (role !== member.role) await changeRole(within, member, role);
    await tx.delete(signInLinks).where(lte(signInLinks.expiresAt, sql`now()`));
    const token = newToken();
    const rows = await tx
      .insert(signInLinks)
      .values({
        tokenHash: hashToken(token),
        userId: member.id,
        expiresAt: inSeconds(lifetimeSeconds),
      })
      .returning();
    const { expiresAt } = assertFound(rows);
    const entry = { accountId, target: member.id, after: { email: member.email } };
    await audit(within, { action: "session.link_created", ...entry });
    return { userId: member.id, link: `/enter#${token}`, expiresAt };
  });
}

/** Returns the member whom a link signs in. The link stays valid. */
export async function previewSignInLink(ctx: Context, { token }: SignInLinkToken) {
  const [found] = await ctx.db
    .select({ userId: users.id, email: users.email })
    .from(signInLinks)
    .innerJoin(users, eq(users.id, signInLinks.userId))
    .where(validLink(token));
  return found ?? refuse(ctx);
}

/** Signs in by a link, which ends with it. Of concurrent requests with one token, one succeeds. */
export async function signInByLink(ctx: Context, { token }: SignInLinkToken): Promise<SignedIn> {
  const signedIn = await ctx.db.transaction(async (tx) => {
    const { userId } = signInLinks;
    const own = validLink(token);
    // The user is locked before the link, the order of removing a user too, so the two never deadlock.
    const ofLink = tx.select({ userId }).from(signInLinks).where(own);
    const [user] = await tx.select().from(users).where(inArray(users.id, ofLink)).for("share");
    const used = await tx.delete(signInLinks).where(own).returning({ userId });
    if (!user || used.length === 0) return null;
    const { token: session } = await openSession({ ...ctx, db: tx }, user);
    return { user: await withPasswordless(tx, user), token: session };
  });
  return signedIn ?? refuse(ctx);
}

function validLink(token: string): SQL | undefined {
  const { tokenHash, expiresAt } = signInLinks;
  return and(eq(tokenHash, hashToken(token)), gt(expiresAt, sql`now()`));
}

/** Counts a token that is not valid. @throws Problem 40400 */
async function refuse(ctx: Context): Promise<never> {
  await countWrongToken(ctx);
  throw new Problem(
    40400,
    "This link is not valid any more: it works once, within ten minutes. Open Postback again where you came from.",
  );
}

type Draft = SignInLinkDraft & Pick<User, "accountId">;

/** Returns the user with an e-mail address, in any case of letters, locked; creates a member without a password. */
async function findOrCreate(ctx: Context, given: Draft): Promise<User> {
  const { email, role = "viewer", accountId } = given;
  const { db } = ctx;
  const draft = { email, role };
  await endInvitationTo(ctx, email);
  const [made] = await db
    .insert(users)
    .values({ ...draft, accountId })
    .onConflictDoNothing()
    .returning();
  // The user who had the address may have been removed meanwhile; then a new one can be made.
  if (!made) return (await byEmail(db, email)) ?? findOrCreate(ctx, given);
  await audit(ctx, { action: "user.created", accountId, target: made.id, after: draft });
  return made;
}

async function byEmail(db: Queries, email: string): Promise<User | undefined> {
  const same = eq(sql`lower(${users.email})`, email.toLowerCase());
  const [found] = await db.select().from(users).where(same).for("no key update");
  return found;
}

async function changeRole(ctx: Context, was: User, role: User["role"]): Promise<void> {
  const { id, accountId } = was;
  await ctx.db.update(users).set({ role }).where(eq(users.id, id));
  await ctx.db.delete(sessions).where(eq(sessions.userId, id));
  const change = changed(was, { role });
  if (change) await audit(ctx, { action: "user.updated", accountId, target: id, ...change });
}

function foreign(): Problem {
  const message = "An operator or a member of another account has this e-mail address";
  return problemAt("email", message, 40900);
}
