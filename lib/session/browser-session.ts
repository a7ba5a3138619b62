import { and, desc, eq, gt, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Queries } from "@/db/client";
import { sessions, userPasswords, type users } from "@/db/schema/accounts";
import { audit } from "@/lib/audit/audit";
import type { Actor, Context } from "@/lib/context";
import { hashToken, newToken } from "./token";

type User = Pick<typeof users.$inferSelect, "id" | "accountId" | "email" | "role">;
/** The signed-in person, as the browser sees it. Members may have no password. */
type SessionUser = User & { passwordless?: true };
/** A new session. The token goes to the browser; the database stores its hash. */
export type SignedIn = { user: SessionUser; token: string };

/** Open sessions of a user. Every sign-in opens one, and administrators list all of them at once. */
const sessionsPerUser = 100;

/** Opens a session for the browser of the request. Above the limit of the user, the least recently used session ends. */
export async function openSession(ctx: Context, user: User): Promise<SignedIn> {
  const { id, accountId, email, role } = user;
  const token = newToken();
  const tokenHash = hashToken(token);
  await ctx.db.insert(sessions).values({
    userId: id,
    tokenHash,
    address: ctx.address,
    userAgent: ctx.userAgent,
    expiresAt: sql`now() + interval '7 days'`,
  });
  await endUnused(ctx.db, id, tokenHash);
  const by: Actor = { kind: "user", userId: id, email, role, sessionHash: tokenHash };
  await audit(ctx, { action: "session.signed_in", by, accountId, target: id });
  return { user: { id, accountId, email, role }, token };
}

/** Ends the sessions of a user above the limit, never the one that was just opened. */
async function endUnused(db: Queries, userId: string, opened: string): Promise<void> {
  const unused = db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, opened)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .offset(sessionsPerUser - 1);
  await db.delete(sessions).where(inArray(sessions.tokenHash, unused));
}

/** Condition of valid sessions. A session ends after half a day without use, and after seven days in any case. */
export const alive: SQL | undefined = and(
  gt(sessions.expiresAt, sql`now()`),
  gt(sessions.lastSeenAt, sql`now() - interval '12 hours'`),
);

/** Adds whether a person has no password, which only members can lack. */
export async function withPasswordless(db: Queries, user: User): Promise<SessionUser> {
  const { id, accountId, email, role } = user;
  const known = { id, accountId, email, role };
  if (accountId === null || (await db.$count(userPasswords, eq(userPasswords.userId, id))) > 0)
    return known;
  return { ...known, passwordless: true };
}
