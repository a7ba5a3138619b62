import { asc, eq, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { advisoryLocks } from "@/db/locks";
import { sessions, userPasswords, users } from "@/db/schema/accounts";
import { isDuplicate } from "@/db/violation";
import { assertSeesAll } from "@/lib/accounts/account-for";
import { audit } from "@/lib/audit/audit";
import { changed } from "@/lib/audit/changed-values";
import type { Context } from "@/lib/context";
import { assertFound } from "@/lib/protocol/default-problem";
import { Problem } from "@/lib/protocol/problem";
import type { UserDraft, UserPatch } from "./contract";
import { endInvitationsOf, endInvitationTo } from "./end-invitations";
import { addressTaken, insertUser } from "./insert-user";
import { isAdministrator, memberOf } from "./members";
import { hashPassword } from "./password";

type User = typeof users.$inferSelect;

export async function listUsers(ctx: Context) {
  assertSeesAll(ctx);
  const rows = await ctx.db.select().from(users).orderBy(asc(users.createdAt), asc(users.id));
  return { users: rows };
}

export async function readUser(ctx: Context, id: string) {
  return assertFound(await ctx.db.select().from(users).where(visibleUsers(ctx, id)));
}

/** Returns the person with an e-mail address, in any case of letters. */
export async function findUser(ctx: Context, email: string) {
  assertSeesAll(ctx);
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return user;
}

/** Creates a user, and revokes the open invitation to the address. */
export async function createUser(ctx: Context, { password, ...draft }: UserDraft) {
  assertSeesAll(ctx);
  const accountId = await memberOf(ctx, draft.accountId);
  const passwordHash = await hashPassword(password);
  return ctx.db.transaction(async (tx) => {
    const within = { ...ctx, db: tx };
    await endInvitationTo(within, draft.email);
    const made = await insertUser(tx, { ...draft, accountId }, passwordHash);
    const entry = { accountId, target: made.id, after: draft };
    await audit(within, { action: "user.created", ...entry });
    return made;
  });
}

/**
 * Changes a person. A new role or password ends the person's sessions; one who stops being an administrator loses the open
 * invitations. The open invitation to a new address ends.
 */
export async function updateUser(ctx: Context, id: string, { password, ...patch }: UserPatch) {
  const passwordHash = password === undefined ? null : await hashPassword(password);
  return ctx.db.transaction(async (tx) => {
    await holdAdministrators(tx);
    // Locked, because a sign-in link may change the role of a member without the lock of administrators.
    const found = await tx.select().from(users).where(visibleUsers(ctx, id)).for("no key update");
    const was = assertFound(found);
    const within = { ...ctx, db: tx };
    const changes = { ...patch, email: patch.email ?? was.email };
    if (changes.email !== was.email) await endInvitationTo(within, changes.email);
    const updating = tx.update(users).set(changes).where(visibleUsers(ctx, id)).returning();
    const rows = await updating.catch((error) => {
      throw isDuplicate(error) ? addressTaken() : error;
    });
    await assertAdministratorLeft(tx, was);
    if (passwordHash) {
      await tx
        .insert(userPasswords)
        .values({ userId: id, passwordHash })
        .onConflictDoUpdate({ target: userPasswords.userId, set: { passwordHash } });
    }
    const user = assertFound(rows);
    if (passwordHash || user.role !== was.role) {
      await tx.delete(sessions).where(eq(sessions.userId, id));
    }
    await writeAudit(within, was, changed(was, patch), passwordHash !== null);
    if (was.role === "admin" && user.role !== "admin") await endInvitationsOf(within, id);
    return user;
  });
}

export async function removeUser(ctx: Context, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await holdAdministrators(tx);
    const was = assertFound(await tx.delete(users).where(visibleUsers(ctx, id)).returning());
    await assertAdministratorLeft(tx, was);
    const { accountId, email, role } = was;
    const entry = { accountId, target: id, before: { email, role } };
    const within = { ...ctx, db: tx };
    await audit(within, { action: "user.deleted", ...entry });
    await endInvitationsOf(within, id);
  });
}

async function writeAudit(
  ctx: Context,
  { id: target, accountId }: User,
  change: ReturnType<typeof changed>,
  newPassword: boolean,
) {
  if (change) await audit(ctx, { action: "user.updated", accountId, target, ...change });
  if (newPassword) await audit(ctx, { action: "user.password_changed", accountId, target });
}

/** Locks the administrators, so that two who demote each other do so one after the other. */
async function holdAdministrators(tx: Queries): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.administrators})`);
}

/**
 * Refuses to change or remove the last administrator. A person who is not an administrator may always be changed, even
 * while there is no administrator. Members administer their account only.
 * @throws Problem 40900
 */
async function assertAdministratorLeft(tx: Queries, was: User): Promise<void> {
  if (was.role !== "admin" || was.accountId !== null) return;
  if ((await tx.$count(users, isAdministrator)) > 0) return;
  throw new Problem(40900, "This is the last administrator. Create another one first.");
}

/** Condition that selects a user. Users are the business of operators: keys and members of an account see none. */
function visibleUsers({ accountId }: Context, id: string) {
  return accountId === null ? eq(users.id, id) : sql`false`;
}
