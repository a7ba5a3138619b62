import { and, eq, gt, sql } from "drizzle-orm";
import { sessions, setupTokens, userPasswords, users } from "@/db/schema/accounts";
import type { Context } from "@/lib/context";
import { found, Problem } from "@/lib/protocol/problem";
import type { SetupDraft, SignInDraft } from "./contract";
import { hashPassword, isPassword } from "./password";
import { hashToken, newToken } from "./token";

type User = Pick<typeof users.$inferSelect, "id" | "email" | "role">;
/** The cookie's token goes to the browser; the database keeps its hash. */
export type SignedIn = { user: User; token: string };

export async function signIn(ctx: Context, draft: SignInDraft): Promise<SignedIn> {
  const [known] = await ctx.db
    .select({ user: users, passwordHash: userPasswords.passwordHash })
    .from(users)
    .innerJoin(userPasswords, eq(userPasswords.userId, users.id))
    .where(eq(sql`lower(${users.email})`, draft.email.toLowerCase()));
  const right = await isPassword(draft.password, known?.passwordHash);
  if (!known || !right) throw new Problem(40100, "The e-mail address or the password is wrong.");
  return { user: known.user, token: await openSession(ctx.db, known.user.id) };
}

export async function signOut({ db, actor }: Context): Promise<void> {
  if (actor.kind !== "user") return;
  await db.delete(sessions).where(eq(sessions.tokenHash, actor.sessionHash));
}

/** Makes the first administrator. Of many at once one succeeds; afterwards there is nothing here. */
export async function setUp(ctx: Context, draft: SetupDraft): Promise<SignedIn> {
  const passwordHash = await hashPassword(draft.password);
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('postback.setup'))`);
    if ((await tx.$count(users)) > 0) throw new Problem(40400);
    const spent = await tx
      .delete(setupTokens)
      .where(
        and(
          eq(setupTokens.tokenHash, hashToken(draft.token)),
          gt(setupTokens.expiresAt, sql`now()`),
        ),
      )
      .returning();
    if (spent.length === 0) throw wrongToken();
    await tx.delete(setupTokens);
    const rows = await tx.insert(users).values({ email: draft.email, role: "admin" }).returning();
    const user = found(rows);
    await tx.insert(userPasswords).values({ userId: user.id, passwordHash });
    return { user, token: await openSession(tx, user.id) };
  });
}

async function openSession(db: Pick<Context["db"], "insert">, userId: string): Promise<string> {
  const token = newToken();
  await db.insert(sessions).values({
    userId,
    tokenHash: hashToken(token),
    expiresAt: sql`now() + interval '7 days'`,
  });
  return token;
}

function wrongToken() {
  const message =
    "This token is wrong or older than 30 minutes; start the server again for a new one";
  return new Problem(40000, `token: ${message}.`, { issues: [{ path: "token", message }] });
}
