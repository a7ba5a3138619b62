import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { sessions, users } from "@/db/schema/accounts";
import { audit } from "@/lib/audit/audit";
import type { Context } from "@/lib/context";
import { assertFound } from "@/lib/protocol/default-problem";
import type { Parsed } from "@/lib/protocol/endpoint";
import { alive } from "@/lib/session/browser-session";
import type { sessionsApi } from "./contract";

export async function listSessions(
  ctx: Context,
  { user }: Parsed<typeof sessionsApi.list>["query"],
) {
  const rows = await ctx.db
    .select({ session: sessions, email: users.email })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(visibleSessions(ctx), alive, user ? eq(sessions.userId, user) : undefined))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
  const { actor } = ctx;
  const current = actor.kind === "user" ? actor.sessionHash : null;
  return {
    sessions: rows.map(({ session: { tokenHash, ...session }, email }) => ({
      ...session,
      email,
      current: tokenHash === current,
    })),
  };
}

export async function revokeSession(ctx: Context, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const rows = await tx
      .delete(sessions)
      .where(and(visibleSessions(ctx), eq(sessions.id, id)))
      .returning({ userId: sessions.userId });
    const { userId } = assertFound(rows);
    const ofOwner = eq(users.id, userId);
    const owners = await tx.select({ accountId: users.accountId }).from(users).where(ofOwner);
    const { accountId } = assertFound(owners);
    const entry = { accountId, target: userId };
    await audit({ ...ctx, db: tx }, { action: "session.revoked", ...entry });
  });
}

/** Condition of visible sessions: an administrator sees everybody's, a person their own, an account's key none. */
function visibleSessions({ accountId, actor, scopes }: Context): SQL | undefined {
  if (accountId === null && scopes.includes("admin")) return undefined;
  return actor.kind === "user" ? eq(sessions.userId, actor.userId) : sql`false`;
}
