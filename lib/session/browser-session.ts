import { and, eq, gt, type SQL, sql } from "drizzle-orm";
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

/** Opens a session for the browser of the request. */
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
  const by: Actor = { kind: "user", userId: id, email, role, sessionHash: tokenHash };
  await audit(ctx, { action: "session.signed_in", by, accountId, target: id });
  return { user: { id, accountId, email, role }, token };
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
