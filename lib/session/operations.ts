import { and, eq, gt, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { advisoryLocks } from "@/db/locks";
import { sessions, setupTokens, userPasswords, users } from "@/db/schema/accounts";
import { audit } from "@/lib/audit/audit";
import type { Actor, Context } from "@/lib/context";
import { defaultProblem } from "@/lib/protocol/default-problem";
import { Problem } from "@/lib/protocol/problem";
import { problemAt } from "@/lib/protocol/problem-at";
import { insertUser } from "@/lib/users/insert-user";
import { isOperator } from "@/lib/users/members";
import { hashPassword, isPassword } from "@/lib/users/password";
import { openSession, type SignedIn } from "./browser-session";
import type { PasswordChange, PasswordProof, SetupDraft, SignInDraft } from "./contract";
import { acceptPassword, countSignIn } from "./sign-in-limits";
import { hashToken } from "./token";

export async function signIn(ctx: Context, { email, password }: SignInDraft): Promise<SignedIn> {
  const known = await findByEmail(ctx, email);
  const counted = await countSignIn(ctx, email, known?.user.id);
  if (!(await isPassword(password, known?.passwordHash)) || !known) {
    await audit(ctx, { action: "session.sign_in_failed", name: email });
    throw wrongPassword();
  }
  await acceptPassword(ctx, known.user.id, counted);
  return ctx.db.transaction(async (tx) => {
    const user = await lockUser(tx, known);
    if (!user) throw wrongPassword();
    return openSession({ ...ctx, db: tx }, user);
  });
}

function wrongPassword() {
  return new Problem(40100, "The e-mail address or the password is wrong.");
}

export async function signOut({ db, ...ctx }: Context): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== "user") return;
  await db.transaction(async (tx) => {
    const own = eq(sessions.tokenHash, actor.sessionHash);
    const ended = await tx.delete(sessions).where(own).returning({ id: sessions.id });
    // A second request of the browser, or one that ended the session in another way, came first.
    if (ended.length === 0) return;
    await audit({ ...ctx, db: tx }, { action: "session.signed_out", target: actor.userId });
  });
}

/**
 * Confirms the password of a session for 15 minutes; see `assertProven`.
 * @throws Problem 40100 if the session ended while the password was checked
 */
export async function prove(ctx: Context, { password }: PasswordProof): Promise<void> {
  const { userId, sessionHash } = await confirmed(ctx, password, "password");
  await ctx.db.transaction(async (tx) => {
    const own = eq(sessions.tokenHash, sessionHash);
    const proven = tx.update(sessions).set({ provenAt: sql`now()` }).where(own);
    if ((await proven.returning({ id: sessions.id })).length === 0) throw defaultProblem(40100);
    await audit({ ...ctx, db: tx }, { action: "session.proven", target: userId });
  });
}

/** Changes the password, ends every session of the person, and opens a new one for the browser of the request. */
export async function changePassword(ctx: Context, change: PasswordChange): Promise<SignedIn> {
  const field = "currentPassword";
  const { userId, known } = await confirmed(ctx, change.currentPassword, field);
  const passwordHash = await hashPassword(change.newPassword);
  return ctx.db.transaction(async (tx) => {
    const user = await lockUser(tx, known, "update");
    if (!user) throw notThePassword(field);
    await tx.update(userPasswords).set({ passwordHash }).where(eq(userPasswords.userId, userId));
    await tx.delete(sessions).where(eq(sessions.userId, userId));
    const within = { ...ctx, db: tx };
    await audit(within, { action: "user.password_changed", target: userId });
    return openSession(within, user);
  });
}

/** Creates the first administrator. Of concurrent requests one succeeds. Afterwards the endpoint answers 404. */
export async function setUp(ctx: Context, draft: SetupDraft): Promise<SignedIn> {
  // Checked before the password is hashed: hashing is expensive.
  await assertOpen(ctx);
  if ((await ctx.db.$count(setupTokens, valid(draft.token))) === 0) throw wrongToken();
  const passwordHash = await hashPassword(draft.password);
  return ctx.db.transaction(async (tx) => {
    const within = { ...ctx, db: tx };
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.setup})`);
    await assertOpen(within);
    const spent = await tx.delete(setupTokens).where(valid(draft.token)).returning();
    if (spent.length === 0) throw wrongToken();
    await tx.delete(setupTokens);
    const { email } = draft;
    const user = await insertUser(tx, { email, role: "admin" }, passwordHash);
    const after = { email, role: user.role };
    await audit(within, { action: "user.created", name: email, target: user.id, after });
    return openSession(within, user);
  });
}

async function assertOpen({ db }: Context): Promise<void> {
  if ((await db.$count(users, isOperator)) === 0) return;
  throw new Problem(40400, "An operator exists already, so the setup is over. Sign in instead.");
}

function valid(token: string) {
  return and(eq(setupTokens.tokenHash, hashToken(token)), gt(setupTokens.expiresAt, sql`now()`));
}

function wrongToken() {
  const message = "This token is wrong or older than 30 minutes; restart the server for a new one";
  return problemAt("token", message);
}

type Person = Extract<Actor, { kind: "user" }> & { known: Known };

/**
 * Checks the password of the signed-in person and returns the person. A wrong password counts as a failed sign-in and
 * is audited.
 * @throws Problem 40000 with the field of the password, 40400 for an API key
 */
async function confirmed(ctx: Context, password: string, field: string): Promise<Person> {
  const { actor } = ctx;
  if (actor.kind !== "user") throw new Problem(40400, "An API key has no password.");
  const counted = await countSignIn(ctx, actor.email, actor.userId);
  const known = await findByEmail(ctx, actor.email);
  if (!(await isPassword(password, known?.passwordHash)) || !known) {
    await audit(ctx, { action: "session.proof_failed", target: actor.userId });
    throw notThePassword(field);
  }
  await acceptPassword(ctx, actor.userId, counted);
  return { ...actor, known };
}

function notThePassword(field: string) {
  const message = "This is not the password";
  return problemAt(field, message);
}

type Known = { user: typeof users.$inferSelect; passwordHash: string };

/** Returns the person with an e-mail address, in any case of letters, with the password hash. */
async function findByEmail({ db }: Pick<Context, "db">, email: string): Promise<Known | undefined> {
  const same = eq(sql`lower(${users.email})`, email.toLowerCase());
  const [known] = await selectKnown(db).where(same);
  return known;
}

/**
 * Returns the person if the password has not changed since it was checked. The lock makes a change wait: it ends all
 * sessions, and must find the one that this transaction opens.
 * @param strength "update" for a transaction that changes the password itself
 */
async function lockUser(
  tx: Queries,
  { user, passwordHash }: Known,
  strength: "share" | "update" = "share",
) {
  const same = and(eq(users.id, user.id), eq(userPasswords.passwordHash, passwordHash));
  const [locked] = await selectKnown(tx).where(same).for(strength);
  return locked?.user;
}

function selectKnown(db: Queries) {
  return db
    .select({ user: users, passwordHash: userPasswords.passwordHash })
    .from(users)
    .innerJoin(userPasswords, eq(userPasswords.userId, users.id));
}
