import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { accounts, invitations, users } from "@/db/schema/accounts";
import { assertSeesAll } from "@/lib/accounts/account-for";
import { audit } from "@/lib/audit/audit";
import { type Context, nameOf } from "@/lib/context";
import { assertFound, defaultProblem } from "@/lib/protocol/default-problem";
import { Problem } from "@/lib/protocol/problem";
import { problemAt } from "@/lib/protocol/problem-at";
import { openSession, type SignedIn } from "@/lib/session/browser-session";
import { countAcceptance, countWrongToken } from "@/lib/session/sign-in-limits";
import { hashToken, newToken } from "@/lib/session/token";
import { inSeconds } from "@/lib/sql";
import { assertAddressFree, insertUser } from "@/lib/users/insert-user";
import { isAdministrator, memberOf } from "@/lib/users/members";
import { hashPassword } from "@/lib/users/password";
import type { InvitationAcceptance, InvitationDraft, InvitationToken } from "./contract";

type Row = typeof invitations.$inferSelect;

/** How long the link of an invitation works. */
const lifetimeSeconds = 72 * 3600;

const state = sql<
  "pending" | "expired"
>`case when ${invitations.expiresAt} > now() then 'pending' else 'expired' end`;

export async function listInvitations(ctx: Context) {
  assertSeesAll(ctx);
  const rows = await ctx.db
    .select({ invitation: invitations, state })
    .from(invitations)
    .where(isNull(invitations.acceptedAt))
    .orderBy(desc(invitations.createdAt), desc(invitations.id));
  return { invitations: rows.map(({ invitation, state }) => ({ ...invitation, state })) };
}

export async function readInvitation(ctx: Context, id: string) {
  const rows = await ctx.db
    .select({ invitation: invitations, state })
    .from(invitations)
    .where(visibleInvitations(ctx, id));
  const { invitation, state: current } = assertFound(rows);
  return { ...invitation, state: current };
}

export async function createInvitation(ctx: Context, draft: InvitationDraft) {
  assertSeesAll(ctx);
  const { email, role = "viewer" } = draft;
  const accountId = await memberOf(ctx, draft.accountId);
  return ctx.db.transaction(async (tx) => {
    const issuedTo = await holdIssuer(ctx, tx);
    await assertAddressFree(tx, email);
    const token = newToken();
    const [made] = await tx
      .insert(invitations)
      .values({
        accountId,
        email,
        role,
        tokenHash: hashToken(token),
        createdBy: nameOf(ctx),
        issuedTo,
        expiresAt: inSeconds(lifetimeSeconds),
      })
      .onConflictDoNothing()
      .returning();
    if (!made) {
      const message = "This person is already invited. Create a new link for the invitation";
      throw problemAt("email", message, 40900);
    }
    const entry = { accountId, target: made.id, after: { email, role } };
    await audit({ ...ctx, db: tx }, { action: "invitation.created", ...entry });
    return issued(made, token);
  });
}

/** Replaces the token of an invitation, expired or not. */
export async function renewInvitation(ctx: Context, id: string) {
  return ctx.db.transaction(async (tx) => {
    assertFound(await tx.select().from(invitations).where(visibleInvitations(ctx, id)));
    const issuedTo = await holdIssuer(ctx, tx);
    const token = newToken();
    const rows = await tx
      .update(invitations)
      .set({ tokenHash: hashToken(token), issuedTo, expiresAt: inSeconds(lifetimeSeconds) })
      .where(visibleInvitations(ctx, id))
      .returning();
    const renewed = assertFound(rows);
    const { accountId, email, role } = renewed;
    const entry = { accountId, target: id, after: { email, role } };
    await audit({ ...ctx, db: tx }, { action: "invitation.renewed", ...entry });
    return issued(renewed, token);
  });
}

export async function revokeInvitation(ctx: Context, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const rows = await tx.delete(invitations).where(visibleInvitations(ctx, id)).returning();
    const { accountId, email, role } = assertFound(rows);
    const entry = { accountId, target: id, before: { email, role } };
    await audit({ ...ctx, db: tx }, { action: "invitation.revoked", ...entry });
  });
}

export async function previewInvitation(ctx: Context, { token }: InvitationToken) {
  const { accountId, email, role, expiresAt } = await findPending(ctx, token);
  const [account] = accountId
    ? await ctx.db.select().from(accounts).where(eq(accounts.id, accountId))
    : [];
  return { accountName: account?.name ?? null, email, role, expiresAt };
}

/** Creates the invited user and signs in. Of concurrent requests with one token, one succeeds. */
export async function acceptInvitation(
  ctx: Context,
  { token, password }: InvitationAcceptance,
): Promise<SignedIn> {
  // Checked before the password is hashed: hashing is expensive.
  const pending = await findPending(ctx, token);
  await countAcceptance(ctx, pending.id);
  const passwordHash = await hashPassword(password);
  return ctx.db.transaction(async (tx) => {
    const within = { ...ctx, db: tx };
    const { id, accountId, email, role, createdBy } = await findPending(within, token);
    const own = eq(invitations.id, id);
    await tx.update(invitations).set({ acceptedAt: sql`now()` }).where(own);
    const user = await insertUser(tx, { accountId, email, role }, passwordHash);
    const entry = { accountId, name: email, after: { email, role, invitedBy: createdBy } };
    await audit(within, { action: "invitation.accepted", target: id, ...entry });
    await audit(within, { action: "user.created", target: user.id, ...entry });
    return openSession(within, user);
  });
}

/**
 * Returns the user who is about to see a link, and locks the user's role: links of a user who is removed or demoted meanwhile
 * have to end. Null for a key.
 * @throws Problem 40300 for a user who is no administrator any more
 */
async function holdIssuer({ actor }: Context, tx: Queries): Promise<string | null> {
  if (actor.kind !== "user") return null;
  const administrator = and(eq(users.id, actor.userId), isAdministrator);
  const [issuer] = await tx.select({ id: users.id }).from(users).where(administrator).for("share");
  if (!issuer) throw defaultProblem(40300);
  return issuer.id;
}

function issued(row: Row, token: string) {
  return { ...row, state: "pending" as const, link: `/invite#${token}` };
}

/**
 * Returns the invitation with a token, locked in a transaction. Counts an unknown token for the address.
 * @throws Problem 40400 for an unknown token, 40900 for a used or an expired one
 */
async function findPending(ctx: Context, token: string): Promise<Row> {
  const [found] = await ctx.db
    .select({ invitation: invitations, state })
    .from(invitations)
    .where(eq(invitations.tokenHash, hashToken(token)))
    .for("update");
  if (!found) {
    await countWrongToken(ctx);
    throw new Problem(40400, "This link is not valid. It was revoked or replaced.");
  }
  if (found.invitation.acceptedAt) {
    throw new Problem(40900, "This link has been used. Sign in with your e-mail address.");
  }
  if (found.state === "expired") {
    throw new Problem(40900, "This link has expired. Ask an administrator for a new one.");
  }
  return found.invitation;
}

/** Condition of an open invitation. As of users, keys and members of an account see none. */
function visibleInvitations({ accountId }: Context, id: string): SQL | undefined {
  if (accountId !== null) return sql`false`;
  return and(eq(invitations.id, id), isNull(invitations.acceptedAt));
}
