import { asc, eq, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { sessions, userPasswords, users } from "@/db/schema/accounts";
import { assertSeesAll } from "@/lib/account-for";
import { audit } from "@/lib/audit/audit";
import { changed } from "@/lib/audit/masked";
import type { Context } from "@/lib/context";
import { found, Problem } from "@/lib/protocol/problem";
import { hashPassword } from "@/lib/session/password";
import type { UserDraft, UserPatch } from "./contract";

export async function listUsers(ctx: Context) {
  assertSeesAll(ctx);
  const rows = await ctx.db.select().from(users).orderBy(asc(users.createdAt), asc(users.id));
  return { users: rows };
}

export async function readUser(ctx: Context, id: string) {
  return found(await ctx.db.select().from(users).where(seen(ctx, id)));
}

/** By e-mail address, however it is written. */
export async function findUser(ctx: Context, email: string) {
  assertSeesAll(ctx);
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return user;
}

export async function createUser(ctx: Context, { password, ...draft }: UserDraft) {
  assertSeesAll(ctx);
  const passwordHash = await hashPassword(password);
  return ctx.db.transaction(async (tx) => {
    const [made] = await tx.insert(users).values(draft).onConflictDoNothing().returning();
    if (!made) throw taken();
    await tx.insert(userPasswords).values({ userId: made.id, passwordHash });
    const deed = { target: made.id, after: draft };
    await audit({ ...ctx, db: tx }, { action: "user.created", ...deed });
    return made;
  });
}

/** Who may do something else from now on, or signs in by another password, has to sign in again. */
export async function updateUser(ctx: Context, id: string, { password, ...patch }: UserPatch) {
  const passwordHash = password === undefined ? null : await hashPassword(password);
  return ctx.db.transaction(async (tx) => {
    await holdAdministrators(tx);
    const was = found(await tx.select().from(users).where(seen(ctx, id)));
    await assertFree(tx, id, patch.email);
    const changes = { ...patch, email: patch.email ?? was.email };
    const rows = await tx.update(users).set(changes).where(seen(ctx, id)).returning();
    await assertAdministrator(tx);
    if (passwordHash) {
      await tx
        .insert(userPasswords)
        .values({ userId: id, passwordHash })
        .onConflictDoUpdate({ target: userPasswords.userId, set: { passwordHash } });
    }
    const user = found(rows);
    if (passwordHash || user.role !== was.role) {
      await tx.delete(sessions).where(eq(sessions.userId, id));
    }
    await tell({ ...ctx, db: tx }, id, changed(was, patch), passwordHash !== null);
    return user;
  });
}

export async function removeUser(ctx: Context, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await holdAdministrators(tx);
    const { email, role } = found(await tx.delete(users).where(seen(ctx, id)).returning());
    await assertAdministrator(tx);
    const deed = { target: id, before: { email, role } };
    await audit({ ...ctx, db: tx }, { action: "user.deleted", ...deed });
  });
}

async function tell(
  ctx: Context,
  target: string,
  change: ReturnType<typeof changed>,
  newPassword: boolean,
) {
  if (change) await audit(ctx, { action: "user.updated", target, ...change });
  if (newPassword) await audit(ctx, { action: "user.password_changed", target });
}

/** Two who demote each other at the same moment do so one after the other. */
async function holdAdministrators(tx: Queries): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('postback.administrators'))`);
}

async function assertAdministrator(tx: Queries): Promise<void> {
  if ((await tx.$count(users, eq(users.role, "admin"))) > 0) return;
  throw new Problem(40900, "This is the last administrator; make another one first.");
}

async function assertFree(tx: Queries, id: string, email: string | undefined): Promise<void> {
  if (email === undefined) return;
  const others = sql`lower(${users.email}) = ${email.toLowerCase()} and ${users.id} <> ${id}`;
  if ((await tx.$count(users, others)) > 0) throw taken();
}

function taken() {
  const message = "There is a user with this e-mail address already";
  return new Problem(40900, `email: ${message}.`, { issues: [{ path: "email", message }] });
}

/** Users belong to no account: a key of one account knows none of them. */
function seen({ accountId }: Context, id: string) {
  return accountId === null ? eq(users.id, id) : sql`false`;
}
