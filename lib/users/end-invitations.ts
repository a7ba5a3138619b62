import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { invitations } from "@/db/schema/accounts";
import { audit } from "@/lib/audit/audit";
import type { Context } from "@/lib/context";

/**
 * Revokes the open invitations whose link a user has seen. The user could come back with such a link. Call this in the transaction
 * that removes the user or takes away the role.
 */
export function endInvitationsOf(ctx: Context, userId: string): Promise<void> {
  return endOpen(ctx, eq(invitations.issuedTo, userId));
}

/**
 * Revokes the open invitation to an e-mail address, in any case of letters, which a user gets: it could not be accepted any more.
 * Call it before the user is written. Accepting locks the invitation first as well, so the two never deadlock.
 */
export function endInvitationTo(ctx: Context, email: string): Promise<void> {
  return endOpen(ctx, eq(sql`lower(${invitations.email})`, email.toLowerCase()));
}

async function endOpen(ctx: Context, which: SQL): Promise<void> {
  const open = and(which, isNull(invitations.acceptedAt));
  const ended = await ctx.db.delete(invitations).where(open).returning();
  for (const { id, accountId, email, role } of ended) {
    const entry = { accountId, target: id, before: { email, role } };
    await audit(ctx, { action: "invitation.revoked", ...entry });
  }
}
