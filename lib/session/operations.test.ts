import { expect, test } from "vitest";
import type { Queries } from "@/db/client";
import { userPasswords, users } from "@/db/schema/accounts";
import type { Context } from "@/lib/context";
import { transactionalEventQueue } from "@/lib/queue/transactional-enqueue";
import { freshDatabase } from "@/tests/database";
import { changePassword, signIn } from "./operations";
import { hashPassword } from "./password";

const { db, sql } = await freshDatabase();
const [email, password, newPassword] = ["a@example.com", "correct horse", "another long password"];

/** Returns a database that does some work before each transaction begins. */
function beforeTransactions(first: () => Promise<unknown>): Queries {
  const transaction: Queries["transaction"] = async (work, config) => {
    await first();
    return db.transaction(work, config);
  };
  return Object.create(db, { transaction: { value: transaction } });
}

test("no session begins with a password that is changed while it is checked", async () => {
  const [user] = await db.insert(users).values({ email, role: "viewer" }).returning();
  const userId = user!.id;
  await db.insert(userPasswords).values({ userId, passwordHash: await hashPassword(password) });
  const ctx: Context = {
    db,
    queue: transactionalEventQueue(db),
    accountId: null,
    actor: { kind: "anonymous" },
    scopes: [],
    requestId: "test",
  };
  const actor = { kind: "user" as const, userId, email, role: "viewer" as const, sessionHash: "" };
  const change = () =>
    changePassword({ ...ctx, actor }, { currentPassword: password, newPassword });

  const racing = { ...ctx, db: beforeTransactions(change) };
  await expect(signIn(racing, { email, password })).rejects.toMatchObject({ code: 40100 });
  const sessions = await sql`select from sessions`;
  expect(sessions).toHaveLength(1);
  expect((await signIn(ctx, { email, password: newPassword })).user.id).toBe(userId);
});
