import { and, eq, isNull } from "drizzle-orm";
import { invitations } from "@/db/schema/accounts";
import { audit } from "@/lib/audit/audit";
import type { Context } from "@/lib/context";

/**
 * Revokes the open invitations whose link a user was shown. Pass the transaction that removes the user or takes away the
 * role: with such a link the user could come back.
 */
export async function endInvitationsOf(ctx: Context, userId: string): Promise<void> {
  const open = and(eq(invitations.issuedTo, userId), isNull(invitations.acceptedAt));
  const ended = await ctx.db.delete(invitations).where(open).returning();
  for (const { id, accountId, email, role } of ended) {
    const entry = { accountId, target: id, before: { email, role } };
    await audit(ctx, { action: "invitation.revoked", ...entry });
  }
}
